import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Db } from '#server/db/open.ts'
import type { MetricsRegistry } from './metrics.ts'

/** The most rows counted of one queue: a scrape must stay cheap. */
const COUNT_MAX = 100_000

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
  overdue_jobs: sql`select due_at as since from jobs where due_at < now()`,
}

interface QueueSources {
  readonly db: Db
  readonly isDatabaseAway: () => boolean
}

/** Adds the depth and age of the queues in the database. They are the same in all processes. */
export function addQueueMetrics({ registry }: MetricsRegistry, { db, isDatabaseAway }: QueueSources): void {
  let reading: Promise<readonly QueueRow[]> | undefined
  // One statement for both gauges of a scrape.
  const read = (): Promise<readonly QueueRow[]> => {
    if (isDatabaseAway()) return Promise.resolve([])
    reading ??= readQueues(db).finally(() => {
      reading = undefined
    })
    return reading
  }
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
  registry.registerMetric(items)
  registry.registerMetric(ages)
}

async function readQueues(db: Db): Promise<readonly QueueRow[]> {
  const parts = Object.entries(QUEUES).map(
    ([name, rows]) => sql`select ${name}::text as name, count(*) as items,
      coalesce(extract(epoch from now() - min(since)), 0)::float8 as oldest_seconds
      from (${rows} limit ${sql.lit(COUNT_MAX)}) as waiting`,
  )
  const { rows } = await sql<QueueRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}
