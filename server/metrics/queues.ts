import { sql } from 'kysely'
import { JOB_SCHEMA, JOB_TABLE } from '#server/db/job-schema.ts'
import type { Db } from '#server/db/open.ts'
import { addGauge, type MetricsRegistry } from './metrics.ts'

/** The most rows counted in one queue: a scrape must stay cheap. */
const COUNT_MAX = 100_000

/** Work that is pending in a domain's table. */
interface QueueRow {
  readonly name: string
  readonly items: number
  readonly oldest_seconds: number
}

/**
 * Queues by name, each as a statement that returns its rows with the time since which they wait.
 */
const QUEUES = {
  scrobbles: sql`select received_at as since from scrobble_inbox where error is null`,
  set_aside_scrobbles: sql`select received_at as since from scrobble_inbox where error is not null`,
  relayed_listens: sql`select added_at as since from relayed_listens`,
  pushes: sql`select caused_at as since from pushes where due_at is not null`,
}

interface QueueSources {
  readonly db: Db
  readonly isDatabaseAway: () => boolean
}

/**
 * Adds the depth and age of queues in the database, jobs by queue included. They are the same in
 * all processes.
 */
export function addQueueMetrics(metrics: MetricsRegistry, { db, isDatabaseAway }: QueueSources): void {
  const readRows = shareReading(isDatabaseAway, () => readQueues(db))
  const countJobs = shareReading(isDatabaseAway, () => readJobs(db))
  addGauge(metrics, 'flipside_queue_items', `Items in a queue, at most ${COUNT_MAX}.`, ['queue'], async (gauge) => {
    for (const { name, items } of await readRows()) gauge.set({ queue: name }, items)
  })
  addGauge(metrics, 'flipside_queue_oldest_seconds', 'Age of the oldest item.', ['queue'], async (gauge) => {
    for (const { name, oldest_seconds } of await readRows()) gauge.set({ queue: name }, oldest_seconds)
  })
  addGauge(
    metrics,
    'flipside_jobs',
    'Jobs by queue: due ones and those that pause before a run are waiting, retried ones too.',
    ['queue', 'state'],
    async (gauge) => {
      const rows = await countJobs()
      gauge.reset()
      for (const { queue, state, jobs: count } of rows) gauge.set({ queue, state }, count)
    },
  )
  addGauge(
    metrics,
    'flipside_jobs_oldest_seconds',
    'How long the oldest due job of a queue has been due.',
    ['queue'],
    async (gauge) => {
      const rows = await countJobs()
      gauge.reset()
      for (const { queue, state, oldest_seconds } of rows) if (state === 'waiting') gauge.set({ queue }, oldest_seconds)
    },
  )
}

/** Returns a reading that the gauges of one scrape share; nothing while the database is away. */
function shareReading<T>(isDatabaseAway: () => boolean, read: () => Promise<readonly T[]>) {
  let reading: Promise<readonly T[]> | undefined
  return (): Promise<readonly T[]> => {
    if (isDatabaseAway()) return Promise.resolve([])
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

interface JobRow {
  readonly queue: string
  readonly state: 'waiting' | 'running' | 'failed'
  readonly jobs: number
  readonly oldest_seconds: number
}

/** Counts the jobs in all queues, empty ones too. Done jobs are not stored. */
export async function readJobs(db: Db): Promise<readonly JobRow[]> {
  const { rows } = await sql<JobRow>`select queue.name as queue, states.state, count(job.id) as jobs,
      coalesce(greatest(extract(epoch from now() - min(job.start_after)), 0), 0)::float8 as oldest_seconds
    from ${sql.raw(JOB_SCHEMA)}.queue
    cross join (values ('waiting'), ('running'), ('failed')) as states (state)
    left join ${sql.raw(JOB_TABLE)} as job on job.name = queue.name and states.state = case
      when job.state in ('created', 'retry') then 'waiting' when job.state = 'active' then 'running'
      when job.state = 'failed' then 'failed' end
    where not starts_with(queue.name, '__') group by 1, 2`.execute(db)
  return rows
}

/** Counts the domains' work that is not a job. */
export async function readQueues(db: Db): Promise<readonly QueueRow[]> {
  const parts = Object.entries(QUEUES).map(
    ([name, rows]) => sql`select ${name}::text as name, count(*) as items,
      coalesce(extract(epoch from now() - min(since)), 0)::float8 as oldest_seconds
      from (${rows} limit ${sql.lit(COUNT_MAX)}) as waiting`,
  )
  const { rows } = await sql<QueueRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
