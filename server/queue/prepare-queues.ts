import type { PgBoss } from 'pg-boss'
import { toBossQueue } from './boss.ts'
import type { AnyQueue } from './define-queue.ts'

/**
 * Creates the queues that do not exist, updates the others' settings, and replaces the schedules.
 * Concurrent calls by several processes are harmless.
 */
export async function prepareQueues(boss: PgBoss, queues: readonly AnyQueue[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const queue of queues) {
    const wanted = toBossQueue(queue)
    const { name, policy: _policy, ...changeable } = wanted
    const found = existing.get(name)
    if (found === undefined) await boss.createQueue(name, wanted)
    else if (isDifferent(found, changeable)) await boss.updateQueue(name, changeable)
  }
  const crons = new Map(
    queues.flatMap(({ name, schedule }) => (schedule && 'cron' in schedule ? [[name, schedule.cron]] : [])),
  )
  const scheduled = await boss.getSchedules()
  for (const { name } of scheduled) if (!crons.has(name)) await boss.unschedule(name)
  for (const [name, cron] of crons) {
    if (scheduled.some((schedule) => schedule.name === name && schedule.cron === cron)) continue
    await boss.schedule(name, cron, null, { missed: 'once' })
  }
}

const isDifferent = (found: object, wanted: object): boolean =>
  Object.entries(wanted).some(([key, value]) => Reflect.get(found, key) !== value)
