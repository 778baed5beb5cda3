import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ServerState } from '#contract/operation/server.ts'
import { findBackupFailure, findBackupTime } from '#server/backup/last-backup.ts'
import type { Db } from '#server/db/open.ts'
import type { Services } from '#server/http/api.ts'
import { VERSION } from '#server/http/version.ts'
import { readJobs, readQueues } from '#server/metrics/queues.ts'
import { listFailedJobs } from '#server/queue/failed-jobs.ts'

const FAILED_JOBS_MAX = 20

export async function readServerState({ db, config, metrics, now }: Services): Promise<ServerState> {
  const [counts, database, queues, failed, disk] = await Promise.all([
    metrics.readCounts(),
    readDatabase(db),
    listQueues(db),
    listFailedJobs(db, FAILED_JOBS_MAX),
    readDisk(config.dataDir),
  ])
  return {
    version: VERSION,
    commit: config.commit,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    database,
    queues,
    failed_jobs: failed.map(({ failedAt, ...job }) => ({ ...job, failed_at: failedAt.toISOString() })),
    backup: {
      completed_at: findBackupTime(config.dataDir)?.toISOString() ?? '',
      failed_at: findBackupTime(config.dataDir, 'last-failed-backup')?.toISOString() ?? '',
      is_overdue: findBackupFailure(config.dataDir, now()) !== undefined,
    },
    disk,
    is_mail_configured: config.mail !== null,
    ...counts,
  }
}

/** Counts the pending work by queue: jobs, and rows of domains. Queues without any are left out. */
async function listQueues(db: Db): Promise<ServerState['queues']> {
  const [jobs, others] = await Promise.all([readJobs(db), readQueues(db)])
  const byName = Map.groupBy(jobs, ({ queue }) => queue)
  const count = (rows: typeof jobs, wanted: string) => rows.find(({ state }) => state === wanted)?.jobs ?? 0
  const queues = [...byName].map(([name, rows]) => ({
    name,
    waiting: count(rows, 'waiting'),
    running: count(rows, 'running'),
    failed: count(rows, 'failed'),
    oldest_seconds: Math.round(rows.find(({ state }) => state === 'waiting')?.oldest_seconds ?? 0),
  }))
  const rows = others.map(({ name, items, oldest_seconds }) => ({
    name: name.replaceAll('_', '-'),
    waiting: items,
    running: 0,
    failed: 0,
    oldest_seconds: Math.round(oldest_seconds),
  }))
  return [...queues, ...rows]
    .filter(({ waiting, running, failed }) => waiting + running + failed > 0)
    .toSorted(
      (one, other) => other.failed - one.failed || other.waiting - one.waiting || (one.name < other.name ? -1 : 1),
    )
}

async function readDatabase(db: Db): Promise<ServerState['database']> {
  const { rows } = await sql<{ version: string; bytes: number; number: number; name: string; ran_at: Date }>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database()) as bytes,
      number, name, applied_at as ran_at from migrations order by number desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database has no migration.')
  const { version, bytes, number, name, ran_at } = row
  return { version, bytes, migration: number, migration_name: name, migrated_at: ran_at.toISOString() }
}

async function readDisk(dataDir: string): Promise<ServerState['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
  } catch {
    // With DATABASE_URL there need not be a DATA_DIR.
    return null
  }
}
