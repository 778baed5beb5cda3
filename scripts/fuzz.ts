/**
 * Sends generated inputs to a real server: `npm run fuzz -- [--seconds 600] [--seed 1] [--replay
 * N]`. See docs/fuzzing.md. `--replay` sends that seed's one case.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string' },
    replay: { type: 'string' },
  },
})
const seed = values.replay ?? values.seed ?? String(Math.floor(Math.random() * 1_000_000_000))
if (!/^\d{1,9}$/.test(seed) || !(Number(values.seconds) > 0))
  throw new Error('--seed, --replay and --seconds are numbers')
process.stdout.write(`seed ${seed}\n`)
const env = {
  ...process.env,
  FUZZ_SEED: seed,
  FUZZ_SECONDS: values.seconds,
  ...(values.replay === undefined ? {} : { FUZZ_COUNT: '1' }),
}
const { status } = spawnSync('vitest', ['run', '--project', 'server', 'tests/fuzz'], { stdio: 'inherit', env })
process.exitCode = status ?? 1
