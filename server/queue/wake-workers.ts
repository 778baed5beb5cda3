import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import { logError } from '#server/telemetry/log.ts'
import { type AnyQueue, isPrompt, type JobServices } from './define-queue.ts'
import { repeatWork } from './repeat.ts'

/** The interval at which a process looks for jobs in all its queues, in ms. */
const EVERY_MS = 5000
/** The pause between a write and the look for its work, in ms. */
const AFTER_WRITES_MS = 20

interface Waker {
  readonly boss: PgBoss
  readonly services: JobServices
  readonly queues: readonly AnyQueue[]
  /** Lets a queue's workers look for jobs at once. */
  readonly wake: (name: string) => void
}

/**
 * Looks for due jobs in all queues, and for work in the queues with their own query, by one
 * statement: an idle queue costs no separate statement. Returns a function that stops it.
 */
export function startWaking(waker: Waker): () => Promise<void> {
  const { log, watch } = waker.services
  const perform = () => wakeWorkers(waker)
  return repeatWork({ name: 'look for jobs', everyMs: EVERY_MS, isPaused: watch.isAway, perform }, log)
}

/** Adds jobs for found work and wakes the workers for queues with due jobs. */
export const wakeWorkers = (waker: Waker): Promise<void> =>
  wakeFound(waker, [
    sql`select distinct name, false as "isNew" from ${sql.raw(JOB_TABLE)}
      where state < 'active' and start_after <= now()`,
  ])

async function wakeFound(
  { boss, services, queues, wake }: Waker,
  due: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const selects = [...due, ...queues.flatMap((queue) => selectFound(queue, services.now()))]
  if (selects.length === 0) return
  const { rows } = await sql<{ name: string; isNew: boolean }>`${sql.join(selects, sql` union all `)}`.execute(
    services.db,
  )
  for (const { name, isNew } of rows) {
    if (isNew) await boss.send(name, null)
    wake(name)
  }
}

/** Selects a queue's name if its query returns a row, unless it has a job for it. */
function selectFound(queue: AnyQueue, now: Date) {
  const { name, schedule } = queue
  if (schedule === undefined || !('whenAny' in schedule)) return []
  const states = isPrompt(queue) ? sql`state < 'active'` : sql`state < 'completed'`
  return [
    sql`select ${name}::text as name, true as "isNew" where exists (${schedule.whenAny(now)})
      and not exists (select from ${sql.raw(JOB_TABLE)} where name = ${name} and ${states})`,
  ]
}

/**
 * Looks for work in the prompt queues after writes by this process: one small statement for all
 * writes within 20 ms. Returns a function that stops it.
 */
export function wakeAfterWrites(waker: Waker): () => Promise<void> {
  const { services } = waker
  const queues = waker.queues.filter(isPrompt)
  let isDue = false
  let looking: Promise<void> | undefined
  const look = async () => {
    while (isDue) {
      await wait(AFTER_WRITES_MS)
      isDue = false
      if (!services.watch.isAway())
        await wakeFound({ ...waker, queues }).catch((error: unknown) =>
          logError(services.log, error, {}, 'Looking for work: '),
        )
    }
    looking = undefined
  }
  services.jobs.onWrite(() => {
    isDue = true
    looking ??= look()
  })
  return async () => {
    services.jobs.onWrite(() => {})
    await looking
  }
}
