import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type JobServices, NoPayload, type Queue } from './define-queue.ts'

/** A run ends after this time, in ms, so that another process may take over. */
const RUN_MS = 5 * 60_000
const LOOK_EVERY_MS = 1000

/** Whether a row with the columns `due_at` and `leased_until` is due and not leased. */
export const isRowDue = (now: Date): RawBuilder<boolean> =>
  sql`(due_at <= ${now}::timestamptz and (leased_until is null or leased_until <= ${now}::timestamptz))`

/** Selects the `member_id` of the row of a table that is due longest, and locks it. */
export const lockNextRow = (table: string, now: Date, order = sql`due_at`): RawBuilder<number> => sql`(
  select member_id from ${sql.table(table)} where ${isRowDue(now)} order by ${order}
  limit 1 for no key update skip locked)`

interface RowWork {
  /** The number of rows that a process works on concurrently. */
  readonly lanes: number
  readonly table: string
  /** Whether a due row may be processed; by default any. */
  readonly condition?: RawBuilder<boolean>
  /** Whether a row is processed at once after the write that makes it due, not within 5 s. */
  readonly isPrompt?: true
  /** Leases the next row and processes it; resolves to false if none is due. */
  readonly processNext: (services: JobServices, signal: AbortSignal) => Promise<boolean>
}

/** Defines a queue for leased rows: one job at a time processes them all, so that a failing row costs no job. */
export function defineRowQueue(
  name: string,
  { lanes, table, condition = sql`true`, isPrompt, processNext }: RowWork,
): Queue<null> {
  const whenAny = (now: Date) => sql`select from ${sql.table(table)} where ${isRowDue(now)} and ${condition}`
  return {
    name,
    payload: NoPayload,
    schedule: { whenAny, ...(isPrompt && { isPrompt }) },
    retryAfterSeconds: 10,
    timeoutSeconds: 600,
    perform: (services, { signal }) => runLanes(lanes, () => processNext(services, signal), signal),
  }
}

/**
 * Calls `workOnNext` in concurrent lanes until it resolves to false in all of them, the signal aborts
 * or 5 minutes have passed. While a lane works, the others look for rows that become due every second.
 * Rejects with the first error once all lanes have ended.
 */
export async function runLanes(count: number, workOnNext: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const endsAt = Date.now() + RUN_MS
  let busy = 0
  const work = async () => {
    busy++
    return workOnNext().finally(() => busy--)
  }
  const lane = async () => {
    while (!signal.aborted && Date.now() < endsAt) {
      if (await work()) continue
      if (busy === 0) return
      await wait(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const results = await Promise.allSettled(Array.from({ length: count }, lane))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
