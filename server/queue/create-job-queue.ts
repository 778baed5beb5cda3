import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '#server/db/open.ts'
import { toBossTransaction } from './boss-database.ts'
import type { EnqueueOptions, JobQueue, QueueRef } from './job-queue.ts'

/** Returns the queue over the library's object, which need not be started. */
export function createJobQueue(boss: PgBoss): JobQueue {
  let listener = () => {}
  return {
    announceWrite: () => listener(),
    onWrite(next) {
      listener = next
    },
    enqueue: (tx, queue, payload, options) => enqueue(boss, tx, queue, payload, options),
  }
}

async function enqueue<P>(
  boss: PgBoss,
  tx: Tx,
  { name }: QueueRef<P>,
  payload: P,
  { key, runAt }: EnqueueOptions = {},
): Promise<string | undefined> {
  const id = await boss.send(name, payload as object, {
    // One job per key waits: a job without a key has its own.
    singletonKey: key ?? randomUUID(),
    ...(runAt === undefined ? {} : { startAfter: runAt }),
    db: toBossTransaction(tx),
  })
  return id ?? undefined
}
