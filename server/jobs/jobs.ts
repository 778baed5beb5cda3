import { sql } from 'kysely'
import { deleteOldAddresses, deleteOldPasswordResets } from '#server/accounts/index.ts'
import { deleteOldDeletedBroadcasts } from '#server/broadcasts/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { deleteOldClientIds } from '#server/http/idempotency.ts'
import type { Logger } from '#server/http/log.ts'
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
  updateTaste,
} from '#server/listening/index.ts'
import { endUnansweredSwaps } from '#server/swaps/index.ts'

/** Work that is done again and again, by one of all server processes at a time: whichever takes its row in `jobs`. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Answers true when there is more to do: then it is run again at once, in a new transaction. */
  readonly run: (tx: Tx, now: Date) => Promise<unknown>
}

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000

/** Forgets what is over, ends what nobody answered. */
export const housekeeping: readonly Job[] = [
  { name: 'delete old sessions', everyMs: HOUR_MS, run: deleteOldSessions },
  { name: 'delete old answers to client_ids', everyMs: HOUR_MS, run: deleteOldClientIds },
  { name: 'delete old rate limits', everyMs: HOUR_MS, run: deleteOldBuckets },
  { name: 'delete old reset links', everyMs: HOUR_MS, run: deleteOldPasswordResets },
  { name: 'delete old addresses', everyMs: HOUR_MS, run: deleteOldAddresses },
  { name: 'delete old authors of deleted broadcasts', everyMs: HOUR_MS, run: deleteOldDeletedBroadcasts },
  { name: 'find imports whose server has died', everyMs: 60 * SECOND_MS, run: failDeadImports },
  { name: 'forget what has ended playing', everyMs: HOUR_MS, run: deleteEndedPlaying },
  { name: 'forget ways to Last.fm', everyMs: HOUR_MS, run: deleteOldProofs },
  { name: 'forget turns at services', everyMs: HOUR_MS, run: deleteOldTurns },
  { name: 'end unanswered swaps', everyMs: HOUR_MS, run: endUnansweredSwaps },
]

/** Has charts fetched that services fill. */
export const scheduling: readonly Job[] = [
  { name: 'have charts fetched every day', everyMs: 60 * SECOND_MS, run: queueDaily },
]

/** Keeps what is computed from listens up to date. */
export const counting: readonly Job[] = [
  { name: 'count what was listened to', everyMs: 5 * SECOND_MS, run: countChanges },
  { name: 'look for impossible days', everyMs: 5 * SECOND_MS, run: checkFairness },
  { name: 'find similar taste', everyMs: 5 * SECOND_MS, run: updateTaste },
]

interface JobServices {
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
}

/**
 * Runs jobs at their times: a row of each says when it is due next, whoever ran it last, so that neither a restart nor a second
 * process changes how often. The answer stops them and waits for what runs.
 */
export function startJobs({ db, now, log }: JobServices, jobs: readonly Job[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const timers = jobs.map((job) =>
    setInterval(() => {
      const run: Promise<unknown> = runToTheEnd(db, job, now, stopping.signal).catch((error: unknown) =>
        log.error(`The job "${job.name}" failed`, { reason: error instanceof Error ? error.name : 'unknown' }),
      )
      running.add(run)
      void run.finally(() => running.delete(run))
    }, lookEveryMs(job)).unref(),
  )
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

/** How often a process looks whether a job is due. */
const lookEveryMs = ({ everyMs }: Job) => Math.min(everyMs, 60 * SECOND_MS)

async function runToTheEnd(db: Db, job: Job, now: () => Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await runDueJob(db, job, now())) === 'there is more') {
    // What was done is done; what is left needs nothing of it.
  }
}

export type JobOutcome = 'done' | 'there is more' | 'runs already' | 'not due'

/** Runs a job in a transaction, unless it is not due, or another process, or an earlier run, is at it now. */
export const runDueJob = (db: Db, job: Job, now: Date): Promise<JobOutcome> => take(db, job, now, false)

/** As {@link runDueJob}, whether it is due or not. */
export const runJob = (db: Db, job: Job, now: Date): Promise<JobOutcome> => take(db, job, now, true)

async function take(db: Db, job: Job, now: Date, isForced: boolean): Promise<JobOutcome> {
  // By itself: whoever wants the row of a transaction that has not ended waits for it. A new job is due at once.
  await sql`insert into jobs (name, due_at) values (${job.name}, ${now}) on conflict do nothing`.execute(db)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isDue: boolean }>`select due_at <= ${now}::timestamptz as "isDue"
      from jobs where name = ${job.name} for update skip locked`.execute(tx)
    const [row] = rows
    if (row === undefined) return 'runs already'
    if (!row.isDue && !isForced) return 'not due'
    if ((await job.run(tx, now)) === true) return 'there is more'
    // Half a look early, or a timer that is a little too fast would find it not due and leave it for another round.
    const dueAt = new Date(now.getTime() + job.everyMs - lookEveryMs(job) / 2)
    await sql`update jobs set due_at = ${dueAt} where name = ${job.name}`.execute(tx)
    return 'done'
  })
}
