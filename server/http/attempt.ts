import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { isLostStatement } from '#server/db/prepared.ts'
import { getSqlState, REFERENCE_MISSING } from '#server/db/sql-state.ts'
import { createBusyRefusal } from './refusal.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const ATTEMPTS = 3
/**
 * The time that a request's write waits for a lock, in ms: one that a concurrent repeat holds, or
 * one on a row that it updates.
 */
export const LOCK_TIMEOUT_MS = 5_000
/** The maximum time for one statement in a write, and between two, in ms. */
const STATEMENT_TIMEOUT_MS = 120_000
const IDLE_TIMEOUT_MS = 60_000

/**
 * Runs `effect` in a transaction, and retries it at most twice if PostgreSQL aborts it for a
 * concurrent one (serialization failure, deadlock, deleted reference) or loses a prepared
 * statement. Throws a Refusal 503 if it waits longer than `lockTimeoutMs` for a lock or fails three
 * times; a reference that is still missing then is thrown as it is.
 */
export async function inTransaction<T>(
  db: Db,
  effect: (tx: Tx) => Promise<T>,
  lockTimeoutMs: number = LOCK_TIMEOUT_MS,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true),
          set_config('statement_timeout', ${`${STATEMENT_TIMEOUT_MS}ms`}, true),
          set_config('idle_in_transaction_session_timeout', ${`${IDLE_TIMEOUT_MS}ms`}, true)`.execute(tx)
        return await effect(tx)
      })
    } catch (error) {
      const code = getSqlState(error)
      const isLost = code === SERIALIZATION_FAILURE || code === DEADLOCK || isLostStatement(error)
      if (code === LOCK_NOT_AVAILABLE || (isLost && attempt === ATTEMPTS)) throw createBusyRefusal(1, error)
      if (!isLost && (code !== REFERENCE_MISSING || attempt === ATTEMPTS)) throw error
      // Random, so that it does not conflict with the same one again.
      await wait(Math.random() * 20 * attempt)
    }
  }
}

/**
 * Runs the transaction of an import's batch. Joining artists, or another file from the member, may
 * block it; importing a history is not urgent.
 */
export const inBatch = <Result>(db: Db, change: (tx: Tx) => Promise<Result>): Promise<Result> =>
  inTransaction(db, change, 120_000)
