/**
 * The tests that take too long for every change: `npm run test:nightly` runs them all, one after
 * the other, `npm run test:nightly -- torture image` the named ones. See CONTRIBUTING.md.
 */
import { parseArgs } from 'node:util'
import { mutatedFolders } from '../config/mutation/folders.ts'
import { findOrInstallChromium } from './chromium.ts'
import { matrix, nightlyScreens, printSummary, run, type Step, torture, vitest, vitestOn } from './runs.ts'
import { isBuilt } from './stamp.ts'

const script = (name: string, ...args: string[]): Step => ({
  name: [name, ...args].join(' '),
  command: ['node', `scripts/${name}.ts`, ...args],
})
/** Changes the code of a folder in thousands of places: the tests must notice most of them. */
const mutation = (folder: string): Step => ({
  name: `mutation of ${folder}`,
  command: ['stryker', 'run', 'config/mutation/stryker.config.ts'],
  env: { MUTATED: folder },
})
const inChromium = (): Readonly<Record<string, string>> => ({ CHROMIUM_PATH: findOrInstallChromium() })

/** The steps for each name, in order. Only what is named looks for its programs. */
const nightly: Readonly<Record<string, () => readonly Step[]>> = {
  server: () => [vitest('server')],
  processes: () => [vitest('processes')],
  postgres: () => [vitestOn('debian')],
  pgbouncer: () => [vitestOn('pgbouncer')],
  load: () => [script('load')],
  fuzz: () => [script('fuzz', '--seconds', '620')],
  simulate: () => [script('simulate/histories', '--seconds', '600'), script('simulate/mutants')],
  mutation: () => [...Object.keys(mutatedFolders).map(mutation), script('mutate-rules')],
  screens: () => [nightlyScreens(inChromium())],
  matrix: () => [matrix(inChromium())],
  torture: () => [torture('faults', inChromium()), torture('kill', inChromium())],
  firefox: () => [
    { name: 'firefox', command: ['playwright', 'test', '--config', 'tests/firefox/playwright.config.ts'] },
  ],
  image: () => [vitest('image')],
  install: () => [vitest('install')],
}

const { positionals } = parseArgs({ allowPositionals: true })
const names = Object.keys(nightly)
const unknown = positionals.find((name) => !names.includes(name))
if (unknown !== undefined) throw new Error(`There is no ${unknown}: choose among ${names.join(', ')}.`)

const results = isBuilt() ? [] : [await run({ name: 'build', command: ['node', 'scripts/build.ts'] })]
for (const name of positionals.length > 0 ? positionals : names)
  for (const step of nightly[name]?.() ?? []) results.push(await run(step))
printSummary(results)
