import type { PgBoss } from 'pg-boss'
import type { Db } from '#server/db/open.ts'
import { toBossTransaction } from './boss-database.ts'
import type { AnyQueue } from './define-queue.ts'

/**
 * Adds the waiting jobs in a restored or moved database to the queue. Jobs for unknown queues
 * remain for another program version.
 */
export async function addHeldJobs(boss: PgBoss, db: Db, queues: readonly AnyQueue[]): Promise<void> {
  const names = queues.map(({ name }) => name)
  await db.transaction().execute(async (tx) => {
    const held = await tx.deleteFrom('held_jobs').where('queue', 'in', names).returningAll().execute()
    for (const { id, queue, key, payload, run_at } of held)
      await boss.send(queue, payload as object, {
        id,
        singletonKey: key,
        startAfter: run_at,
        db: toBossTransaction(tx),
      })
  })
}
