import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from './refusal.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const ATTEMPTS = 3
/** How long a write waits for another one while somebody looks on: for a concurrent copy of itself, or for a row that it changes. */
export const LOCK_TIMEOUT_MS = 5_000

/**
 * Runs `effect` in a transaction; three times when the database gives it up for another one (serialization failure,
 * deadlock). Throws a Refusal 503 when it waited longer than `patienceMs` for a lock or lost three times.
 */
export const inTransaction = <T>(
  db: Db,
  effect: (tx: Tx) => Promise<T>,
  patienceMs: number = LOCK_TIMEOUT_MS,
): Promise<T> =>
  inAttempts(() =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${`${patienceMs}ms`}, true)`.execute(tx)
      return await effect(tx)
    }),
  )

/** As {@link inTransaction}, for what opens its transaction itself; it should wait for locks no longer than LOCK_TIMEOUT_MS. */
export async function inAttempts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const code = sqlStateOf(error)
      const isLost = code === SERIALIZATION_FAILURE || code === DEADLOCK
      if (code === LOCK_NOT_AVAILABLE || (isLost && attempt === ATTEMPTS)) throw busy(error)
      if (!isLost) throw error
      await wait(Math.random() * 20 * attempt) // Apart from the one it collided with.
    }
  }
}

/** The SQLSTATE of an error of PostgreSQL: what to decide on, as error classes and messages differ between drivers. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function busy(cause: unknown): Refusal {
  const refusal = new Refusal(503, 'Flipside is busy. Please try again.', 'busy', { retryAfterSeconds: 1 })
  refusal.cause = cause
  return refusal
}
