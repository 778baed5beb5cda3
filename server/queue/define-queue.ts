import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { DAY_MS } from '#contract/durations.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Database } from '#server/db/schema.ts'
import type { DatabaseWatch } from '#server/db/watch.ts'
import type { Logger } from '#server/telemetry/log.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import type { JobQueue, QueueRef } from './job-queue.ts'

/** The services that jobs run with. Tests pass their own clock and database. */
export interface JobServices {
  readonly config: Config
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
  /** Whether the database responds, and the clocks agree. */
  readonly watch: Omit<DatabaseWatch, 'stop'>
  readonly metrics: Metrics
  readonly jobs: JobQueue
  /** The port that the server listens on; known only after listening if PORT is 0. */
  readonly port: () => number
}

export interface JobRun<P> {
  readonly id: string
  readonly payload: P
  readonly now: Date
  /** Aborts when the process stops or another process may take the job over. */
  readonly signal: AbortSignal
}

/**
 * When a queue adds its own jobs. At most one runs at a time, in all processes together, if the
 * queue is prompt in each.
 */
type Schedule =
  /** At a cron expression's times in UTC; missed times are made up for by one job. */
  | { readonly cron: string }
  /**
   * Within 5 s after the query, which must be cheap, returns a row. If `isPrompt`, at once after a
   * write by this process has committed, and also while another job in the queue runs: then rows
   * are leased, so that a dead process delays only its own.
   */
  | { readonly whenAny: (now: Date) => RawBuilder<unknown>; readonly isPrompt?: true }

interface QueueSettings {
  /** The maximum number of runs after the first one that failed; 5 by default. */
  readonly retries?: number
  /** The pause before the first retry, in seconds. It doubles, up to an hour. 30 by default. */
  readonly retryAfterSeconds?: number
  /** A run's maximum duration, in seconds; 900 by default. */
  readonly timeoutSeconds?: number
  /**
   * The maximum number of jobs that a process runs at a time; 1 by default, and always if
   * scheduled.
   */
  readonly concurrency?: number
  readonly schedule?: Schedule
}

type Handler<P> =
  /**
   * Changes the database only, in a transaction that also removes the job: effects happen once. If
   * it resolves to true, there is more to do: another job is added.
   */
  | { readonly change: (tx: Tx, run: JobRun<P>) => Promise<unknown> }
  /** Has effects outside the database. After a crash it runs again: it must tolerate a repeat. */
  | { readonly perform: (services: JobServices, run: JobRun<P>) => Promise<unknown> }

export type Queue<P> = QueueRef<P> & QueueSettings & Handler<P>

// oxlint-disable-next-line typescript/no-explicit-any -- a handler's parameter has no common supertype.
export type AnyQueue = Queue<any>

/** Returns whether a queue looks for work after every write. */
export const isPrompt = ({ schedule }: AnyQueue): boolean =>
  schedule !== undefined && 'whenAny' in schedule && schedule.isPrompt === true

/** The payload for jobs that need none. */
export const NoPayload = v.null()

/** Defines a queue. Add it to the list in server/queues.ts. */
export const defineQueue = <P>(queue: Queue<P>): Queue<P> => queue

/** Defines a queue that adds its own jobs and changes the database only. */
export const defineScheduledQueue = (
  name: string,
  schedule: Schedule,
  change: (tx: Tx, now: Date) => Promise<unknown>,
): Queue<null> => ({
  name,
  payload: NoPayload,
  schedule,
  retryAfterSeconds: 10,
  change: (tx, { now }) => change(tx, now),
})

/** Returns the change that deletes a table's rows once the time in a column is `days` ago. */
export const deleteAfter =
  <T extends keyof Database>(table: T, column: keyof Database[T] & string, days = 0) =>
  (tx: Tx, now: Date): Promise<unknown> =>
    sql`delete from ${sql.table(table)}
      where ${sql.ref(column)} < ${new Date(now.getTime() - days * DAY_MS)}`.execute(tx)
