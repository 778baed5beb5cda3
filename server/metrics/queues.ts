import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { JOB_SCHEMA, JOB_TABLE } from '#server/db/job-schema.ts'
import type { Db } from '#server/db/open.ts'
import type { MetricsRegistry } from './metrics.ts'

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
export function addQueueMetrics({ registry }: MetricsRegistry, { db, isDatabaseAway }: QueueSources): void {
  let reading: Promise<readonly QueueRow[]> | undefined
  // One statement for both gauges in a scrape.
  const read = (): Promise<readonly QueueRow[]> => {
    if (isDatabaseAway()) return Promise.resolve([])
    reading ??= readQueues(db).finally(() => {
      reading = undefined
    })
    return reading
  }
  let counting: Promise<readonly JobRow[]> | undefined
  const countJobs = (): Promise<readonly JobRow[]> => {
    if (isDatabaseAway()) return Promise.resolve([])
    counting ??= readJobs(db).finally(() => {
      counting = undefined
    })
    return counting
  }
  const jobs = new Gauge({
    name: 'flipside_jobs',
    help: 'Jobs by queue: due ones and those that pause before a run are waiting, retried ones too.',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      const rows = await countJobs()
      this.reset()
      for (const { queue, state, jobs: count } of rows) this.set({ queue, state }, count)
    },
  })
  const delays = new Gauge({
    name: 'flipside_jobs_oldest_seconds',
    help: 'How long the oldest due job of a queue has been due.',
    labelNames: ['queue'],
    registers: [],
    async collect() {
      const rows = await countJobs()
      this.reset()
      for (const { queue, state, oldest_seconds } of rows) if (state === 'waiting') this.set({ queue }, oldest_seconds)
    },
  })
  const items = new Gauge({
    name: 'flipside_queue_items',
    help: `Items in a queue, at most ${COUNT_MAX}.`,
    labelNames: ['queue'],
    registers: [],
    async collect() {
      for (const queue of await read()) this.set({ queue: queue.name }, queue.items)
    },
  })
  const ages = new Gauge({
    name: 'flipside_queue_oldest_seconds',
    help: 'Age of the oldest item.',
    labelNames: ['queue'],
    registers: [],
    async collect() {
      for (const queue of await read()) this.set({ queue: queue.name }, queue.oldest_seconds)
    },
  })
  for (const gauge of [items, ages, jobs, delays]) registry.registerMetric(gauge)
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
