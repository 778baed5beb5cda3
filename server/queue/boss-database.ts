import { CompiledQuery } from 'kysely'
import type { Db as BossDatabase } from 'pg-boss'
import type { Db, Tx } from '#server/db/open.ts'
import { createGate } from './gate.ts'

/** All workers look for jobs at the same time, at the start and every minute. */
const STATEMENTS_MAX = 2
/** The most connections of the pool that handlers hold: requests need the others. */
const HANDLERS_MAX = 3

const transactions = new WeakMap<BossDatabase, Tx>()

/** Lets pg-boss run its statements on the server's pool, or in a transaction. */
const toExecutor = (db: Db | Tx): Pick<BossDatabase, 'executeSql'> => ({
  async executeSql(text, values = []) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
    return { rows }
  },
})

/** Lets pg-boss run statements in a transaction of the caller. */
export const toBossTransaction = (tx: Tx): BossDatabase => {
  const database = toExecutor(tx)
  transactions.set(database, tx)
  return database
}

/**
 * Lets pg-boss run on the server's pool. While `isAway` returns true its statements fail at once,
 * instead of waiting for a connection.
 */
export function toBossDatabase(db: Db, isAway: () => boolean): BossDatabase {
  const { executeSql } = toExecutor(db)
  const [statements, handlers] = [createGate(STATEMENTS_MAX), createGate(HANDLERS_MAX)]
  const rejectIfAway = () => {
    if (isAway()) throw new Error('The database is away.')
  }
  return {
    async executeSql(text, values) {
      const leave = await statements.enter()
      try {
        rejectIfAway()
        return await executeSql(text, values)
      } finally {
        leave()
      }
    },
    async beginTransaction() {
      const leave = await handlers.enter()
      const [begun, ending] = [Promise.withResolvers<Tx>(), Promise.withResolvers<void>()]
      const ended = db
        .transaction()
        .execute(async (tx) => {
          begun.resolve(tx)
          await ending.promise
        })
        .finally(leave)
      ended.catch(begun.reject)
      return {
        db: toBossTransaction(await begun.promise),
        commit() {
          ending.resolve()
          return ended
        },
        async rollback() {
          ending.reject(new Error('The job was rolled back.'))
          await ended.catch(() => {})
        },
      }
    },
  }
}

/** Returns the transaction that pg-boss has begun for a handler. */
export function getTransaction(database: BossDatabase): Tx {
  const tx = transactions.get(database)
  if (tx === undefined) throw new Error('Not a transaction of this adapter.')
  return tx
}
