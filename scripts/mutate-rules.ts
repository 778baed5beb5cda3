/**
 * Changes the rules in SQL one condition at a time and runs the tests that must notice:
 * `node scripts/mutate-rules.ts [group] [part of a file's path]`. Prints the mutants that survive,
 * and exits with 1 below a group's least score.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import { type RuleFile, ruleGroups } from '../config/mutation/rules.ts'
import { applyMutant, findMutants, type Mutant } from '../config/mutation/sql-mutants.ts'
import { server } from '../vitest.config.ts'
import { ROOT } from './runs.ts'

const SUITES = resolve(ROOT, 'config/mutation/mutant-suites.ts')
/** The name of the suite without a mutant. */
const UNCHANGED = 'none'
/** How many mutants share a worker: each has a database with its connections. */
const BATCH = 12

/** A rule file's mutants by the names of their suites. */
interface Subject {
  readonly path: string
  readonly source: string
  readonly mutants: ReadonlyMap<string, Mutant>
}

/**
 * Imports a mutant for `?mutant=`, and passes the query on to the modules beside it, so that they
 * import it too.
 */
const mutantPlugin = ({ path, source, mutants }: Subject): Plugin => ({
  name: 'mutant',
  enforce: 'pre',
  async resolveId(id, importer) {
    const [importing = '', query] = importer?.split('?') ?? []
    if (query === undefined || !query.startsWith('mutant=')) return null
    const found = await this.resolve(id, importing, { skipSelf: true })
    return found !== null && dirname(found.id) === dirname(path) ? `${found.id}?${query}` : found
  },
  load(id) {
    const [file, name = ''] = id.split('?mutant=')
    const mutant = file === path ? mutants.get(name) : undefined
    return mutant === undefined ? null : applyMutant(source, mutant)
  },
})

const startVitest = (subject: Subject): Promise<Vitest> =>
  createVitest(
    'test',
    {
      ...server.test,
      include: [SUITES],
      setupFiles: ['tests/support/bare-setup.ts'],
      config: false,
      root: ROOT,
      watch: false,
      fsModuleCache: false, // its keys are the files' contents
      maxWorkers: 1,
      silent: true,
      reporters: [{}],
    },
    { plugins: [mutantPlugin(subject)] },
  )

/** Runs the tests with each mutant and returns the names of those with which all pass. */
async function findPassing(vitest: Vitest, { file, tests }: RuleFile, names: readonly string[]): Promise<string[]> {
  vitest.getRootProject().provide('mutants', { tests: tests.map((path) => resolve(ROOT, path)), names })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(await vitest.globTestSpecifications())
  const suites = testModules.flatMap((module) => [...module.children.suites()])
  if (unhandledErrors.length > 0 || suites.length !== names.length)
    throw new Error(`The tests of ${file} do not run.`, { cause: unhandledErrors[0] ?? testModules[0]?.errors()[0] })
  return suites.filter((suite) => suite.state() === 'passed').map(({ name }) => name)
}

/** Prints a file's survivors and returns the numbers of its mutants. */
async function measure(rules: RuleFile): Promise<{ readonly total: number; readonly survived: number }> {
  const path = resolve(ROOT, rules.file)
  const source = readFileSync(path, 'utf8')
  const mutants = new Map(findMutants(source).map((mutant, place) => [String(place), mutant]))
  const vitest = await startVitest({ path, source, mutants })
  const names = [UNCHANGED, ...mutants.keys()]
  const startedAt = performance.now()
  let survived = 0
  for (let from = 0; from < names.length; from += BATCH) {
    const passing = await findPassing(vitest, rules, names.slice(from, from + BATCH))
    if (from === 0 && !passing.includes(UNCHANGED)) throw new Error(`The tests of ${rules.file} fail without a mutant.`)
    const survivors = passing.flatMap((name) => mutants.get(name) ?? [])
    for (const mutant of survivors) process.stdout.write(`survived: ${describe(rules.file, source, mutant)}\n`)
    survived += survivors.length
  }
  await vitest.close()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  process.stdout.write(`${rules.file}: ${mutants.size - survived} of ${mutants.size} killed, ${seconds} s\n`)
  return { total: mutants.size, survived }
}

function describe(file: string, source: string, { start, end, replacement }: Mutant): string {
  const line = source.slice(0, start).split('\n').length
  const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
  return `${file}:${line}: ${toLine(source.slice(start, end))} => ${toLine(replacement)}`
}

const [name = '', part = ''] = process.argv.slice(2)
const names = Object.keys(ruleGroups)
if (name !== '' && !names.includes(name)) throw new Error(`There is no ${name}: choose among ${names.join(', ')}.`)
for (const group of name === '' ? names : [name]) {
  const { files = [], least = 0 } = ruleGroups[group] ?? {}
  let [total, survived] = [0, 0]
  for (const rules of files.filter(({ file }) => file.includes(part))) {
    const counts = await measure(rules)
    total += counts.total
    survived += counts.survived
  }
  const score = (100 * (total - survived)) / total
  process.stdout.write(`${group}: ${total - survived} of ${total}, ${score.toFixed(2)} %, at least ${least} %\n`)
  if (score < least) process.exitCode = 1
}
