/**
 * Plants one bug after the other (tests/simulation/mutants.ts) and runs the simulator on it: a
 * simulator that finds none would prove nothing. `npm run simulate -- mutants [--histories 6000
 * --only name]`. Exits with 1 if a bug was not found.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs, promisify } from 'node:util'
import { mutants } from '#tests/simulation/mutants.ts'

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '6000' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
})
const run = promisify(execFile)
const waiting = mutants.filter(({ name }) => name.includes(values.only))
let survivors = 0

async function hunt(name: string): Promise<string> {
  const hunter = ['--import', './tests/simulation/mutant-hook.ts', 'tests/simulation/hunt.ts', values.histories]
  try {
    const { stdout } = await run(process.execPath, hunter, { env: { ...process.env, MUTANT: name } })
    // Printed by hunt.ts.
    const { played, found } = JSON.parse(stdout) as { played: number; found?: { seed: number; what: string } }
    if (found) return `found   after ${played}, seed ${found.seed}: ${found.what}`
    survivors++
    return `NOT FOUND in ${played} histories`
  } catch (error) {
    survivors++
    return `did not run: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`
  }
}

const startedAt = performance.now()
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift())
    process.stdout.write(`${next.name.padEnd(52)} ${await hunt(next.name)}\n`)
}
await Promise.all(Array.from({ length: Number(values.jobs) }, work))
process.stdout.write(`${survivors} not found, ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`)
process.exitCode = survivors > 0 ? 1 : 0
