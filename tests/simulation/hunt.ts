import { runHistories } from './tally.ts'

/** Run by scripts/simulate-mutants.ts: plays histories until an invariant breaks, and says which, or that none did. */
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
