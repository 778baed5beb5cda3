import { sql } from 'kysely'
import { deleteOldPasswordResets } from '#server/accounts/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { deleteOldClientIds } from '#server/http/idempotency.ts'
import type { Logger } from '#server/http/log.ts'
import { deleteOldBuckets } from '#server/http/rate-limit.ts'
import { deleteOldSessions } from '#server/http/session.ts'
import { checkFairness, countChanges, failDeadImports, updateTaste } from '#server/listening/index.ts'
import { endUnansweredSwaps } from '#server/swaps/index.ts'

/** Work that is done again and again, by one of all server processes at a time. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Answers true when there is more to do: then it is run again at once, in a new transaction. */
  readonly run: (tx: Tx, now: Date) => Promise<unknown>
}

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
/** With the name's own number: the advisory lock of a job. */
const JOBS_LOCK = 7036

/** Forgets what is over, ends what nobody answered. */
export const housekeeping: readonly Job[] = [
  { name: 'delete old sessions', everyMs: HOUR_MS, run: deleteOldSessions },
  { name: 'delete old answers to client_ids', everyMs: HOUR_MS, run: deleteOldClientIds },
  { name: 'delete old rate limits', everyMs: HOUR_MS, run: deleteOldBuckets },
  { name: 'delete old reset links', everyMs: HOUR_MS, run: deleteOldPasswordResets },
  { name: 'find imports whose server has died', everyMs: 60 * SECOND_MS, run: failDeadImports },
  { name: 'end unanswered swaps', everyMs: HOUR_MS, run: endUnansweredSwaps },
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

/** Runs jobs at their times, the first time after one of them has passed. The answer stops them and waits for what runs. */
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
    }, job.everyMs).unref(),
  )
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

async function runToTheEnd(db: Db, job: Job, now: () => Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await runJob(db, job, now())) === 'there is more') {
    // What was done is done; what is left needs nothing of it.
  }
}

/** Runs a job in a transaction, unless another process, or an earlier run, does so now. */
export function runJob(db: Db, job: Job, now: Date): Promise<'done' | 'there is more' | 'runs already'> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(JOBS_LOCK)}, hashtext(${job.name})) as "isFree"`.execute(tx)
    if (rows[0]?.isFree !== true) return 'runs already'
    return (await job.run(tx, now)) === true ? 'there is more' : 'done'
  })
}
