import { runHistories } from './tally.ts'

/**
 * Run by scripts/simulate/mutants.ts: runs histories until an invariant is violated, and prints it,
 * or that there was none.
 */
Error.stackTraceLimit = 0
const limit = Number(process.argv[2])
const SLICE = 120
let found: { seed: number; what: string } | undefined
let played = 0
for (let from = 1; from <= limit && !found; from += SLICE) {
  const { histories, failures } = await runHistories({ from, count: SLICE })
  played += histories
  found = failures[0]
}
process.stdout.write(JSON.stringify({ played, found }))
