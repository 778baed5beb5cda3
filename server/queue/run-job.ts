import { sql } from 'kysely'
import type { Db as BossDatabase, JobWithMetadata, PgBoss } from 'pg-boss'
import * as v from 'valibot'
import type { Tx } from '#server/db/open.ts'
import { logError } from '#server/telemetry/log.ts'
import { runWithRequestId } from '#server/telemetry/request-id.ts'
import { getTransaction } from './boss-database.ts'
import { type AnyQueue, isPrompt, type JobServices } from './define-queue.ts'

/**
 * Runs a job and removes it. A failure is logged with the job's id and thrown: then the library
 * retries it, or stores it as failed. `database` is the transaction for a queue that only changes
 * the database.
 */
export async function runJobOnce(
  { boss, services }: { readonly boss: PgBoss; readonly services: JobServices },
  queue: AnyQueue,
  job: JobWithMetadata,
  database?: BossDatabase,
): Promise<void> {
  const { id, retryCount, retryLimit } = job
  const options = database === undefined ? {} : { db: database }
  return runWithRequestId(id, async () => {
    try {
      const hasMore = await handle(services, queue, job, database)
      if (hasMore === true) await boss.send(queue.name, null, options)
      // Done jobs are not stored.
      await boss.deleteJob(queue.name, { id, retryCount }, options)
      services.metrics.countJob(queue.name, 'done')
      if (!isPrompt(queue)) services.jobs.announceWrite()
    } catch (error) {
      services.metrics.countJob(queue.name, 'failed')
      const attempt = `${retryCount + 1} of ${retryLimit + 1}`
      logError(services.log, error, { job: queue.name, attempt }, `The job "${queue.name}" failed: `)
      throw toStoredError(error)
    }
  })
}

async function handle(services: JobServices, queue: AnyQueue, job: JobWithMetadata, database?: BossDatabase) {
  const { id, data, signal } = job
  const run = { id, payload: v.parse(queue.payload, data ?? null), now: services.now(), signal }
  if ('perform' in queue) {
    await queue.perform(services, run)
    return false
  }
  if (database === undefined) throw new Error('The queue has no transaction.')
  const tx = getTransaction(database)
  return queue.change(tx, isTimed(queue) ? { ...run, now: await readDatabaseTime(tx) } : run)
}

/** Whether a queue runs at daily times: those delete expired rows. */
const isTimed = ({ schedule }: AnyQueue): boolean => schedule !== undefined && 'cron' in schedule

/** A process with a wrong clock must not delete what has not expired. */
async function readDatabaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The database has returned no time.')
  return row.now
}

/**
 * Returns the error to store for a failure: PostgreSQL's messages repeat values, which may be
 * private.
 */
function toStoredError(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const name = error instanceof Error ? error.name : 'Error'
  const stored = new Error(
    code === undefined && error instanceof Error ? error.message : `${name} ${code ?? ''}`.trim(),
  )
  stored.stack = ''
  return stored
}
