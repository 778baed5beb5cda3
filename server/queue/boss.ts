import { type Queue as BossQueue, PgBoss } from 'pg-boss'
import { JOB_SCHEMA } from '#server/db/job-schema.ts'
import type { Db } from '#server/db/open.ts'
import { toBossDatabase } from './boss-database.ts'
import { type AnyQueue, isPrompt } from './define-queue.ts'

/**
 * A running job is retried elsewhere when its process has not renewed its claim for this long, in
 * seconds.
 */
const CLAIM_SECONDS = 30
/** The interval at which one process looks for lost claims and expired jobs. */
const SUPERVISE_SECONDS = 60
const RETRY_MAX_SECONDS = 3600
const RETRIES = 5
const RETRY_AFTER_SECONDS = 30
const TIMEOUT_SECONDS = 900
/** Failed jobs are retained, in seconds: 14 days. */
const RETENTION_SECONDS = 14 * 86_400

/**
 * The backstop for workers' polls, in seconds: server/queue/wake-workers.ts wakes them when there
 * is a job.
 */
export const POLL_SECONDS = 60

/** Returns the library's object for a database. It runs no statement before it is used. */
export const createBoss = (db: Db, isAway: () => boolean = () => false): PgBoss =>
  new PgBoss({
    db: toBossDatabase(db, isAway),
    schema: JOB_SCHEMA,
    // A migration creates it.
    createSchema: false,
    // LISTEN does not work through a pooler in transaction mode, and holds a connection.
    useListenNotify: false,
    registerInstance: false,
    persistWarnings: false,
    persistQueueStats: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 3600,
    monitorVacuum: false,
    queueCacheIntervalSeconds: 3600,
    // Jobs that wait for others are not used.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 600,
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
  })

/** Returns a queue's settings in the library's terms. */
export function toBossQueue(queue: AnyQueue): BossQueue {
  const { name, schedule, retries = RETRIES, retryAfterSeconds = RETRY_AFTER_SECONDS } = queue
  return {
    name,
    // `stately`: one job waits and one runs. `short`: one job per key waits.
    policy: schedule === undefined || isPrompt(queue) ? 'short' : 'stately',
    retryLimit: retries,
    retryDelay: retryAfterSeconds,
    retryBackoff: true,
    retryDelayMax: RETRY_MAX_SECONDS,
    expireInSeconds: queue.timeoutSeconds ?? TIMEOUT_SECONDS,
    heartbeatSeconds: CLAIM_SECONDS,
    retentionSeconds: RETENTION_SECONDS,
    deleteAfterSeconds: RETENTION_SECONDS,
  }
}
