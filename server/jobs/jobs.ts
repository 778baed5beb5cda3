import { sql } from 'kysely'
import { deleteOldAddresses, deleteOldPasswordResets } from '#server/accounts/index.ts'
import { deleteOldDeletedBroadcasts } from '#server/broadcasts/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { DatabaseWatch } from '#server/db/watch.ts'
import { deleteOldClientIds } from '#server/http/idempotency.ts'
import type { Logger } from '#server/http/log.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { deleteOldBuckets } from '#server/http/rate-limit.ts'
import { deleteOldSessions } from '#server/http/session.ts'
import {
  checkFairness,
  countChanges,
  deleteEndedPlaying,
  deleteOldProofs,
  deleteOldTurns,
  failDeadImports,
  queueDaily,
  recountBoards,
  updateTaste,
} from '#server/listening/index.ts'
import { endUnansweredSwaps } from '#server/swaps/index.ts'

/**
 * Repeated work, done by one of the server processes at a time: the one that locks its row in
 * `jobs`.
 */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Resolves to true if there is more to do: then it runs again at once, in a new transaction. */
  readonly run: (tx: Tx, now: Date) => Promise<unknown>
}

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

/** Deletes expired data and ends unanswered swaps. */
export const housekeeping: readonly Job[] = [
  { name: 'delete-expired-sessions', everyMs: HOUR_MS, run: deleteOldSessions },
  { name: 'delete-old-client-ids', everyMs: HOUR_MS, run: deleteOldClientIds },
  { name: 'delete-old-rate-limits', everyMs: HOUR_MS, run: deleteOldBuckets },
  { name: 'delete-old-password-resets', everyMs: HOUR_MS, run: deleteOldPasswordResets },
  { name: 'delete-old-addresses', everyMs: HOUR_MS, run: deleteOldAddresses },
  { name: 'delete-old-deleted-broadcasts', everyMs: HOUR_MS, run: deleteOldDeletedBroadcasts },
  { name: 'fail-dead-imports', everyMs: 60 * SECOND_MS, run: failDeadImports },
  { name: 'delete-ended-now-playing', everyMs: HOUR_MS, run: deleteEndedPlaying },
  { name: 'purge-lastfm-auth-requests', everyMs: HOUR_MS, run: deleteOldProofs },
  { name: 'purge-service-slots', everyMs: HOUR_MS, run: deleteOldTurns },
  { name: 'end-unanswered-swaps', everyMs: HOUR_MS, run: endUnansweredSwaps },
]

/** Queues the daily fetch of charts from music services. */
export const scheduling: readonly Job[] = [
  { name: 'schedule-daily-chart-refresh', everyMs: 60 * SECOND_MS, run: queueDaily },
]

/** Updates the data computed from listens. */
export const counting: readonly Job[] = [
  { name: 'update-artist-counts', everyMs: 5 * SECOND_MS, run: countChanges },
  { name: 'recount-leaderboards', everyMs: 5 * SECOND_MS, run: recountBoards },
  { name: 'check-impossible-days', everyMs: 5 * SECOND_MS, run: checkFairness },
  { name: 'update-similar-taste', everyMs: 5 * SECOND_MS, run: updateTaste },
]

interface JobServices {
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
  readonly watch: Pick<DatabaseWatch, 'isAway'>
  readonly metrics: Pick<Metrics, 'countJob'>
}

/**
 * Runs jobs when they are due: each has a row with its next time, shared by all processes, so that
 * neither a restart nor a second process changes the interval. Returns a function that stops the
 * jobs and waits for running ones.
 */
export function startJobs({ db, now, log, watch, metrics }: JobServices, jobs: readonly Job[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const timers = jobs.map((job) =>
    setInterval(() => {
      if (watch.isAway()) return
      const run: Promise<unknown> = runUntilDone(db, job, now, stopping.signal).then(
        (isDone) => isDone && metrics.countJob(job.name, 'done'),
        (error: unknown) => {
          metrics.countJob(job.name, 'failed')
          log.error(`The job "${job.name}" failed`, { reason: error instanceof Error ? error.name : 'unknown' })
        },
      )
      running.add(run)
      void run.finally(() => running.delete(run))
    }, checkIntervalMs(job)).unref(),
  )
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

/** Returns the interval at which a process checks whether a job is due, in ms. */
const checkIntervalMs = ({ everyMs }: Job) => Math.min(everyMs, 60 * SECOND_MS)

/** Resolves to whether the job has run. Each run is complete; the next one is independent of it. */
async function runUntilDone(db: Db, job: Job, now: () => Date, signal: AbortSignal): Promise<boolean> {
  let outcome: JobOutcome | undefined
  while (!signal.aborted && (outcome === undefined || outcome === 'there is more'))
    outcome = await runDueJob(db, job, now())
  return outcome === 'done'
}

export type JobOutcome = 'done' | 'there is more' | 'runs already' | 'not due'

/** Runs a job in a transaction, unless it is not due or is running. */
export const runDueJob = (db: Db, job: Job, now: Date): Promise<JobOutcome> => lockAndRun(db, job, now, false)

/** Like {@link runDueJob}, even if it is not due. */
export const runJob = (db: Db, job: Job, now: Date): Promise<JobOutcome> => lockAndRun(db, job, now, true)

async function lockAndRun(db: Db, job: Job, now: Date, isForced: boolean): Promise<JobOutcome> {
  // In a transaction of its own: inserts wait for uncommitted rows of the same key. A new job is
  // due at once.
  await sql`insert into jobs (name, due_at) values (${job.name}, ${now}) on conflict do nothing`.execute(db)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isDue: boolean }>`select due_at <= ${now}::timestamptz as "isDue"
      from jobs where name = ${job.name} for update skip locked`.execute(tx)
    const [row] = rows
    if (row === undefined) return 'runs already'
    if (!row.isDue && !isForced) return 'not due'
    if ((await job.run(tx, now)) === true) return 'there is more'
    // Half an interval early: otherwise a slightly fast timer would find it not due and delay it by
    // a round.
    const dueAt = new Date(now.getTime() + job.everyMs - checkIntervalMs(job) / 2)
    await sql`update jobs set due_at = ${dueAt} where name = ${job.name}`.execute(tx)
    return 'done'
  })
}
