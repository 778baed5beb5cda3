import type { Db, Tx } from '#server/db/open.ts'
import { queues } from '#server/queues.ts'

/**
 * Runs what a queue runs, each time in a new transaction, until there is no more to do. Returns the
 * run count.
 */
export async function runToEnd(db: Db, change: (tx: Tx, now: Date) => Promise<unknown>, now: Date): Promise<number> {
  for (let runs = 1; ; runs++) if ((await db.transaction().execute((tx) => change(tx, now))) !== true) return runs
}

/** Runs the server's scheduled job by its name, until there is no more to do. */
export function runScheduled(db: Db, name: string, now: Date): Promise<number> {
  const queue = queues.find((it) => it.name === name)
  if (queue === undefined || !('change' in queue)) throw new Error(`There is no scheduled queue "${name}".`)
  const run = { id: '', payload: null, now, signal: new AbortController().signal }
  return runToEnd(db, (tx) => queue.change(tx, run), now)
}
