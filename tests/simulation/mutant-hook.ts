import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mutants } from './mutants.ts'

/**
 * Preloaded by scripts/simulate/mutants.ts: plants the bug named by MUTANT into the modules that
 * load after it.
 */
const mutant = mutants.find(({ name }) => name === process.env['MUTANT'])
if (!mutant) throw new Error(`there is no mutant ${process.env['MUTANT']}`)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const changes = mutant.changes.filter(({ file }) => url === pathToFileURL(resolve(file)).href)
    if (changes.length === 0) return loaded
    if (loaded.source === undefined || loaded.source === null) throw new Error(`${url} has no source`)
    let source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
    for (const { file, from, to } of changes) {
      if (source.split(from).length !== 2) throw new Error(`${mutant.name}: ${file} must hold once: ${from}`)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})
