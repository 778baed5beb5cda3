/**
 * Runs one script from a folder: `run-named.ts bench feed --growth` runs bench/feed.ts with the
 * remaining arguments. `run-named.ts scripts/simulate:histories --seed 1` runs the script
 * `histories` if no name is given. Without a script to run it lists the names.
 */
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder = '', byDefault] = process.argv.splice(2, 1).join('').split(':')
const names = readdirSync(folder).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? [])
const given = process.argv[2]
const isNamed = given !== undefined && names.includes(given)
if (isNamed) process.argv.splice(2, 1)
const name = isNamed ? given : (given ?? '--').startsWith('--') && given !== '--help' ? byDefault : undefined

if (name === undefined) {
  console.log(`Choose one of: ${names.join(', ')}`)
  process.exitCode = 1
} else await import(pathToFileURL(resolve(folder, `${name}.ts`)).href)
