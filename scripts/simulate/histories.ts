/**
 * Runs seeded histories of the shipped offline core against a fake disk, network and clock and a
 * model server. `npm run simulate -- --histories 1000000 --seed 1 [--seconds 90] [--jobs 2]
 * [--trace]`. Exits with 1 if an invariant of docs/reliability.md was violated; every failure
 * prints the seed that reproduces it.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { runHistory } from '#tests/simulation/history.ts'
import { addTally, countViolations, emptyTally, type Range, runHistories, type Tally } from '#tests/simulation/tally.ts'

/** Seeds per worker at a time. */
const SLICE = 2000

// Thousands of errors are created intentionally and their stacks never read; stacks take a third of
// the time.
Error.stackTraceLimit = 0

if (!isMainThread) {
  // Started below with a Range.
  parentPort?.postMessage(await runHistories(workerData as Range))
} else {
  const { values } = parseArgs({
    options: {
      histories: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      trace: { type: 'boolean', default: false },
    },
  })
  const [histories, seed, jobs] = [values.histories, values.seed, values.jobs].map(Number)
  if (!histories || seed === undefined || Number.isNaN(seed) || !jobs)
    throw new Error('--histories, --seed and --jobs are numbers')
  if (values.trace) {
    const { violations } = await runHistory(seed, (line) => process.stdout.write(`${line}\n`))
    process.exitCode = violations.length > 0 ? 1 : 0
  } else {
    await simulate(
      { from: seed, count: histories, forMs: values.seconds ? Number(values.seconds) * 1000 : undefined },
      jobs,
    )
  }
}

async function simulate({ from, count, forMs = Number.POSITIVE_INFINITY }: Range, jobs: number) {
  const startedAt = performance.now()
  const tally = emptyTally()
  let next = from
  const work = async () => {
    for (
      let remainingMs = forMs;
      next < from + count && remainingMs > 0;
      remainingMs = forMs - (performance.now() - startedAt)
    ) {
      const range = {
        from: next,
        count: Math.min(SLICE, from + count - next),
        forMs: Number.isFinite(remainingMs) ? remainingMs : undefined,
      }
      next += range.count
      addTally(tally, count <= SLICE ? await runHistories(range) : await inWorker(range))
      progress(tally, startedAt)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  process.stdout.write(`${report(tally, (performance.now() - startedAt) / 1000, from)}\n`)
  process.exitCode = countViolations(tally) > 0 ? 1 : 0
}

function inWorker(range: Range): Promise<Tally> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: range })
    worker.on('message', resolve)
    worker.on('error', reject)
  })
}

function progress(tally: Tally, startedAt: number) {
  const rate = tally.histories / ((performance.now() - startedAt) / 1000)
  process.stderr.write(
    `${tally.histories} histories, ${rate.toFixed(0)} a second, ${countViolations(tally)} broken${tally.failures.map(({ seed }) => ` ${seed}`).join('')}\n`,
  )
}

function report(tally: Tally, seconds: number, from: number): string {
  const lines = (of: Record<string, number>) =>
    Object.entries(of).map(([key, times]) => `  ${String(times).padStart(9)}  ${key}`)
  return [
    `${tally.histories} histories from seed ${from}, ${tally.acts} acts, ${seconds.toFixed(0)} s, ${(tally.histories / seconds).toFixed(0)} histories a second`,
    'Faults met:',
    ...lines(tally.faults),
    'Histories by seconds until all was sent or parked after the faults ended:',
    ...lines(tally.healed),
    'Histories in which an invariant was broken:',
    ...lines(tally.violations),
    ...tally.failures.map(({ seed, what }) => `seed ${seed}: ${what}   npm run simulate -- --seed ${seed} --trace`),
  ].join('\n')
}
