/**
 * The long tests/torture runs on the built app: `torture.ts faults` (20 runs a fault and drainer),
 * `torture.ts kill` (300 browser kills). `--runs N` and `--seed S` choose others; a seed replays
 * its runs.
 */
import { parseArgs } from 'node:util'
import { findOrInstallChromium } from './chromium.ts'
import { printSummary, run, torture } from './runs.ts'
import { isBuilt } from './stamp.ts'

const WHAT = {
  faults: { setting: 'TORTURE_PER_CELL', runs: 20 },
  kill: { setting: 'TORTURE_KILLS', runs: 300 },
} as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const what = positionals[0]
if (what !== 'faults' && what !== 'kill') throw new Error('Say which: faults or kill.')
const { setting, runs } = WHAT[what]
const count = Number(values.runs ?? runs)
const seed = Number(values.seed)
if (!Number.isInteger(count) || count < 1) throw new Error('--runs takes a whole number from 1 on.')
if (!Number.isInteger(seed) || seed < 0) throw new Error('--seed takes a whole number.')

const settings = { [setting]: String(count), TORTURE_SEED: String(seed), CHROMIUM_PATH: findOrInstallChromium() }
const built = isBuilt() ? [] : [await run({ name: 'build', command: ['node', 'scripts/build.ts'] })]
printSummary(built.some(({ failed }) => failed > 0) ? built : [...built, await run(torture(what, settings))])
