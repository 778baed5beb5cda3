/** One request attempt. Times are from `performance.now()`. */
export interface Attempt {
  readonly path: string
  readonly startedAt: number
  readonly endedAt: number
  /** The status, or a broken connection's code. */
  readonly outcome: number | string
}

/** When an intended fault happens: requests in flight during it may fail. */
export interface Fault {
  readonly from: number
  readonly until: number
}

/** All attempts in a run, and its faults. */
export interface RequestLog {
  readonly attempts: Attempt[]
  readonly faults: Fault[]
}

export const createRequestLog = (): RequestLog => ({ attempts: [], faults: [] })

/** Returns whether an attempt must be repeated: no response, an overload, or a server error. */
export const isFailed = ({ outcome }: Pick<Attempt, 'outcome'>): boolean =>
  typeof outcome === 'string' || outcome === 429 || outcome >= 500

/** Returns the failed attempts that were not in flight during any fault. */
export const findUnexplained = ({ attempts, faults }: RequestLog): readonly Attempt[] =>
  attempts.filter(
    (attempt) =>
      isFailed(attempt) && !faults.some(({ from, until }) => attempt.startedAt <= until && attempt.endedAt >= from),
  )

/** Returns the number of failed attempts by outcome. */
export function countErrors({ attempts }: RequestLog): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { outcome } of attempts.filter(isFailed)) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
