import { CompiledQuery } from 'kysely'
import type { Db as BossDatabase } from 'pg-boss'
import { Gate } from '#server/db/gate.ts'
import type { Db, Tx } from '#server/db/open.ts'

/** All workers look for jobs at the same time, at the start and every minute. */
const STATEMENTS_MAX = 2
/** The most pool connections that handlers hold: requests need the others. */
const HANDLERS_MAX = 3

const transactions = new WeakMap<BossDatabase, Tx>()

const runStatement = async (db: Db | Tx, text: string, values: unknown[]) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
  return { rows }
}

/**
 * Runs a pg-boss statement on a pool connection. Some texts have several statements with their own
 * transaction: after an error the connection would be in an aborted transaction.
 */
const runOnPool = (pool: Db, text: string, values: unknown[]) =>
  pool.connection().execute(async (db) => {
    try {
      return await runStatement(db, text, values)
    } catch (error) {
      // fails without a connection
      await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  })

/** Lets pg-boss run statements in the caller's transaction. */
export const toBossTransaction = (tx: Tx): BossDatabase => {
  const database: BossDatabase = { executeSql: (text, values = []) => runStatement(tx, text, values) }
  transactions.set(database, tx)
  return database
}

/**
 * Lets pg-boss run on the server's pool. While `isAway` returns true its statements fail at once,
 * instead of waiting for a connection.
 */
export function toBossDatabase(db: Db, isAway: () => boolean): BossDatabase {
  const [statements, handlers] = [new Gate(STATEMENTS_MAX), new Gate(HANDLERS_MAX)]
  const rejectIfAway = () => {
    if (isAway()) throw new Error('The database is away.')
  }
  return {
    executeSql(text, values = []) {
      return statements.run(async () => {
        rejectIfAway()
        return runOnPool(db, text, values)
      })
    },
    async beginTransaction() {
      const [begun, ending] = [Promise.withResolvers<Tx>(), Promise.withResolvers<void>()]
      const ended = handlers.run(() =>
        db.transaction().execute(async (tx) => {
          begun.resolve(tx)
          await ending.promise
        }),
      )
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
