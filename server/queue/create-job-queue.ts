import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { JobQueue } from '#server/http/job-queue.ts'
import { toBossTransaction } from './boss-database.ts'

/** Returns the queue over the library's object, which need not be started. */
export const createJobQueue = (boss: PgBoss): JobQueue => ({
  async enqueue(tx, { name, payload: _schema }, payload, { key, runAt } = {}) {
    const id = await boss.send(name, payload as object, {
      // Of one key, one job waits: a job without a key has its own.
      singletonKey: key ?? randomUUID(),
      ...(runAt === undefined ? {} : { startAfter: runAt }),
      db: toBossTransaction(tx),
    })
    return id ?? undefined
  },
})
