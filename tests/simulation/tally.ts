import { type History, runHistory } from './history.ts'
import { INVARIANTS, type Invariant } from './monitor.ts'

/** The results of many histories. Plain data: workers post it to each other. */
export interface Tally {
  histories: number
  acts: number
  faults: Record<string, number>
  /** The number of histories that violated each invariant. */
  violations: Record<Invariant, number>
  /** The first few failures, each reproducible from its seed. */
  failures: { seed: number; what: string }[]
  /**
   * The number of histories that healed within each number of seconds; the last is anything longer.
   */
  healed: Record<string, number>
}

const HEAL_STEPS_S = [1, 10, 60, 300, 3600, 10_800]
const KEPT_FAILURES = 20

export const emptyTally = (): Tally => ({
  histories: 0,
  acts: 0,
  faults: {},
  // fromEntries loses its keys' type.
  violations: Object.fromEntries(INVARIANTS.map((invariant) => [invariant, 0])) as Record<Invariant, number>,
  failures: [],
  healed: {},
})

export interface Range {
  from: number
  count: number
  /** Ends earlier, after this many ms. */
  forMs?: number | undefined
}

/** The number of histories that run at once in Node's event loop, independently of each other. */
const AT_ONCE = 24

/** Runs the histories for a seed range. */
export async function runHistories({ from, count, forMs = Number.POSITIVE_INFINITY }: Range): Promise<Tally> {
  const tally = emptyTally()
  const end = performance.now() + forMs
  let next = from
  const runSome = async () => {
    while (next < from + count && performance.now() < end) addHistory(tally, await runHistory(next++))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, runSome))
  return tally
}

const add = (to: Record<string, number>, key: string, more: number) => {
  to[key] = (to[key] ?? 0) + more
}

function addHistory(tally: Tally, { seed, acts, faults, violations, healMs }: History) {
  tally.histories++
  tally.acts += acts
  for (const [fault, times] of faults) add(tally.faults, fault, times)
  add(tally.healed, String(HEAL_STEPS_S.find((s) => healMs <= s * 1000) ?? 'longer'), 1)
  for (const invariant of new Set(violations.map((it) => it.invariant))) tally.violations[invariant]++
  const first = violations[0]
  if (first) keepFailure(tally, { seed, what: `${first.invariant}: ${first.what}` })
}

function keepFailure({ failures }: Tally, failure: Tally['failures'][number]) {
  if (failures.length < KEPT_FAILURES) failures.push(failure)
}

/** Adds another worker's counts. */
export function addTally(tally: Tally, more: Tally) {
  tally.histories += more.histories
  tally.acts += more.acts
  for (const [key, times] of Object.entries(more.faults)) add(tally.faults, key, times)
  for (const [key, times] of Object.entries(more.healed)) add(tally.healed, key, times)
  for (const [key, times] of Object.entries(more.violations)) add(tally.violations, key, times)
  for (const failure of more.failures) keepFailure(tally, failure)
}

export const countViolations = (tally: Tally) =>
  Object.values(tally.violations).reduce((sum, violation) => sum + violation, 0)
