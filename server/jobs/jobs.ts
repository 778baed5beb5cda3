import { sql } from 'kysely'
import { deleteOldPasswordResets } from '#server/accounts/index.ts'
import type { Db } from '#server/db/open.ts'
import { deleteOldClientIds } from '#server/http/idempotency.ts'
import type { Logger } from '#server/http/log.ts'
import { deleteOldBuckets } from '#server/http/rate-limit.ts'
import { deleteOldSessions } from '#server/http/session.ts'

/** Work that is done again and again, by one of all server processes at a time. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  readonly run: (db: Db, now: Date) => Promise<void>
}

const HOUR_MS = 3_600_000
/** With the name's own number: the advisory lock of a job. */
const JOBS_LOCK = 7036

/** Forgets what is over. */
export const housekeeping: readonly Job[] = [
  { name: 'delete old sessions', everyMs: HOUR_MS, run: deleteOldSessions },
  { name: 'delete old answers to client_ids', everyMs: HOUR_MS, run: deleteOldClientIds },
  { name: 'delete old rate limits', everyMs: HOUR_MS, run: deleteOldBuckets },
  { name: 'delete old reset links', everyMs: HOUR_MS, run: deleteOldPasswordResets },
]

interface JobServices {
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
}

/** Runs jobs at their times, the first time after one of them has passed. The answer stops them and waits for what runs. */
export function startJobs({ db, now, log }: JobServices, jobs: readonly Job[]): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const timers = jobs.map((job) =>
    setInterval(() => {
      const run: Promise<unknown> = runJob(db, job, now()).catch((error: unknown) =>
        log.error(`The job "${job.name}" failed`, { reason: error instanceof Error ? error.name : 'unknown' }),
      )
      running.add(run)
      void run.finally(() => running.delete(run))
    }, job.everyMs).unref(),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

/** Runs a job in a transaction, unless another process does so now. Answers whether it ran. */
export function runJob(db: Db, job: Job, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(JOBS_LOCK)}, hashtext(${job.name})) as "isFree"`.execute(tx)
    if (rows[0]?.isFree !== true) return false
    await job.run(tx, now)
    return true
  })
}
