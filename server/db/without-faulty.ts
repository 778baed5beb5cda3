import { sql } from 'kysely'
import type { Tx } from './open.ts'
import { getSqlState } from './sql-state.ts'

/** The rows that were stored, by their results, and those that the database rejects. */
interface StoredRows<Row, Result> {
  readonly results: readonly Result[]
  readonly faulty: readonly { readonly row: Row; readonly error: unknown }[]
}

/**
 * Stores rows with `store`, which stores all that it gets or none. If the data makes it fail, it
 * gets the halves, until the faulty rows are found, so that these alone are left out. Throws errors
 * that are not caused by the data.
 */
export async function storeWithoutFaulty<Row, Result>(
  rows: readonly Row[],
  store: (rows: readonly Row[]) => Promise<Result>,
  isCause: (error: unknown) => boolean = isCausedByData,
): Promise<StoredRows<Row, Result>> {
  if (rows.length === 0) return { results: [], faulty: [] }
  try {
    return { results: [await store(rows)], faulty: [] }
  } catch (error) {
    const [row] = rows
    if (!isCause(error)) throw error
    if (rows.length === 1 && row !== undefined) return { results: [], faulty: [{ row, error }] }
    const half = Math.ceil(rows.length / 2)
    const first = await storeWithoutFaulty(rows.slice(0, half), store, isCause)
    const second = await storeWithoutFaulty(rows.slice(half), store, isCause)
    return { results: [...first.results, ...second.results], faulty: [...first.faulty, ...second.faulty] }
  }
}

/** Runs `effect` in a part of a transaction, which alone is rolled back if it fails. */
export async function inSavepoint<T>(tx: Tx, effect: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await effect()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}

/**
 * SQLSTATE classes for errors that do not depend on the data: connection, transaction, statement,
 * resources, locks, system.
 */
const CLASSES_OF_OTHER_CAUSES = new Set(['08', '25', '26', '40', '42', '53', '55', '57', '58'])

/** Returns whether PostgreSQL rejects a statement's data. */
export function isCausedByData(error: unknown): boolean {
  const state = getSqlState(error)
  // Codes with other lengths are from Node (ECONNRESET) or a Refusal (busy).
  return state?.length === 5 && !CLASSES_OF_OTHER_CAUSES.has(state.slice(0, 2))
}

/** Returns an error's name and SQLSTATE, for the log. */
export const describeFault = (error: unknown): string =>
  `${error instanceof Error ? error.name : 'Unknown error'} ${getSqlState(error) ?? ''}`.trimEnd()
