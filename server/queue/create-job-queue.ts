import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { toBossTransaction } from './boss-database.ts'
import type { JobQueue } from './job-queue.ts'

/** Returns the queue over the library's object, which need not be started. */
export function createJobQueue(boss: PgBoss): JobQueue {
  let listener = () => {}
  return {
    announceWrite: () => listener(),
    onWrite(next) {
      listener = next
    },
    async enqueue(tx, { name }, payload, key = randomUUID()) {
      // One job per key waits: a job without a key has its own.
      await boss.send(name, payload as object, { singletonKey: key, db: toBossTransaction(tx) })
    },
  }
}
