import { sql } from 'kysely'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import type { Db } from '#server/db/open.ts'
import { createBoss } from './boss.ts'

interface FailedJob {
  readonly id: string
  readonly queue: string
  readonly runs: number
  readonly failedAt: Date
  readonly reason: string
}

/** Lists failed jobs, latest first. */
export async function listFailedJobs(db: Db, limit: number): Promise<readonly FailedJob[]> {
  const { rows } = await sql<FailedJob>`select id, name as queue, retry_count + 1 as runs, completed_on as "failedAt",
      coalesce(output ->> 'message', '') as reason
    from ${sql.raw(JOB_TABLE)} where state = 'failed' order by completed_on desc, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Lets all failed jobs in a queue run again. Returns their number. Those of a scheduled queue do the
 * same work, and only one of them may wait.
 */
export async function retryFailedJobs(db: Db, queue: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.raw(JOB_TABLE)}
    where state = 'failed' and name = ${queue}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await deleteRepeatedJobs(db, queue)
  await createBoss(db).retry(queue, ids)
  return ids.length
}

/** Deletes failed jobs in a scheduled queue, except the latest one if none is waiting for a retry. */
async function deleteRepeatedJobs(db: Db, queue: string): Promise<void> {
  await sql`with jobs as (
      select id, row_number() over (partition by singleton_key order by state = 'failed', completed_on desc) as place
      from ${sql.raw(JOB_TABLE)} where name = ${queue} and policy = 'stately' and state in ('retry', 'failed'))
    delete from ${sql.raw(JOB_TABLE)} where name = ${queue} and state = 'failed'
      and id in (select id from jobs where place > 1)`.execute(db)
}
