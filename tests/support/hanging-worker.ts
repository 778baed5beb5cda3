import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createBoss } from '#server/queue/boss.ts'
import { createJobQueue } from '#server/queue/create-job-queue.ts'
import { defineQueue, type JobServices, NoPayload } from '#server/queue/define-queue.ts'
import { startQueue } from '#server/queue/start-queue.ts'
import { createLogger } from '#server/telemetry/log.ts'

/**
 * A process that begins jobs and does not end them, for tests that kill it: each run inserts a row
 * into `runs`. Its argument is the database address as JSON.
 */
const db = await openDatabase(JSON.parse(process.argv[2] ?? ''), { poolSize: 4, onIdleError: () => {} })
const boss = createBoss(db)
const config = readConfig({})
const services: JobServices = {
  config,
  db,
  now: () => new Date(),
  log: createLogger({ level: 'error', format: 'plain', now: () => new Date(), write: console.error }),
  watch: { isAway: () => false, check: () => Promise.resolve(true), findClockError: () => undefined },
  metrics: createMetrics(),
  jobs: createJobQueue(boss),
  port: () => 0,
}

const queue = defineQueue({
  name: 'ring-bells',
  payload: NoPayload,
  async perform() {
    await sql`insert into runs values ('killed')`.execute(db)
    await new Promise(() => {})
  },
})

const { look } = await startQueue(boss, services, [queue])
await db.transaction().execute((tx) => services.jobs.enqueue(tx, queue, null))
await look()
