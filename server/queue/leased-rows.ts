import { type RawBuilder, sql } from 'kysely'

/** A run ends after this time, in ms, so that another process may take over. */
const RUN_MS = 5 * 60_000

/** Whether a row with the columns `due_at` and `leased_until` is due and not leased. */
export const isRowDue = (now: Date): RawBuilder<boolean> =>
  sql`(due_at <= ${now}::timestamptz and (leased_until is null or leased_until <= ${now}::timestamptz))`

/**
 * Calls `workOnNext` in concurrent lanes until it resolves to false, the signal aborts or 5 minutes
 * have passed. Rejects with the first error once all lanes have ended.
 */
export async function runLanes(count: number, workOnNext: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const endsAt = Date.now() + RUN_MS
  const lane = async () => {
    while (!signal.aborted && Date.now() < endsAt) if (!(await workOnNext())) return
  }
  const results = await Promise.allSettled(Array.from({ length: count }, lane))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
