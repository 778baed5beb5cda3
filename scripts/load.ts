/**
 * Runs scenarios from tests/load: `npm run load -- kill [--seconds 60] [--seed 1]`. `load.ts`
 * without a name runs all. `--from` names the commit for a rolling upgrade's old version.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const SCENARIOS = ['kill', 'failover', 'rolling', 'cluster']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
})
const unknown = positionals.find((name) => !SCENARIOS.includes(name))
if (unknown !== undefined) throw new Error(`There is no scenario ${unknown}: choose among ${SCENARIOS.join(', ')}.`)
if (!/^\d{1,6}$/.test(values.seed) || !(Number(values.seconds) > 0))
  throw new Error('--seed and --seconds are numbers.')
process.stdout.write(`seed ${values.seed}\n`)
const from = values.from === undefined ? {} : { LOAD_FROM: values.from }
const env = { ...process.env, LOAD_SEED: values.seed, LOAD_SECONDS: values.seconds, ...from }
const files = (positionals.length === 0 ? SCENARIOS : positionals).map((name) => `tests/load/${name}.test.ts`)
const { status } = spawnSync('vitest', ['run', '--project', 'load', ...files], { stdio: 'inherit', env })
process.exitCode = status ?? 1
