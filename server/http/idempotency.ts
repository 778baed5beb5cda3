import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from './attempt.ts'
import { Refusal } from './refusal.ts'

/** A write as a client made it: repeats have the same member and `clientId`. */
export interface IdempotentWrite {
  readonly memberId: number
  readonly clientId: string
  readonly path: string
  /** The parsed input. */
  readonly query: Readonly<Record<string, unknown>>
  /** Null: the answer is kept for good. */
  readonly deleteAfter: Date | null
  readonly now: Date
}

/** The response to a write: the same the first time and for every repeat. */
export interface JsonResponse {
  readonly status: number
  readonly body: unknown
}

/** A refusal that is the answer for good. After 401, 429 and 5xx the same write may be tried again. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 409])

/**
 * Lets a write take effect once, however often it is sent. The answer is kept in the transaction of the effect: a repeat
 * gets it again, a concurrent one waits for it (503 after the lock timeout), another input under the same id is 422. A
 * final refusal is kept too, its effect rolled back to a savepoint: a late copy could take effect after all, once the cause
 * of the refusal is gone. Throws what `effect` throws when it is not final; then nothing is kept.
 */
export function once(db: Db, write: IdempotentWrite, effect: (tx: Tx) => Promise<unknown>): Promise<JsonResponse> {
  const fingerprint = fingerprintOf(write)
  return inTransaction(db, async (tx) => {
    if (!(await insertWrite(tx, write, fingerprint))) return getResponse(tx, write, fingerprint)
    const response = await settle(tx, effect)
    await updateResponse(tx, write, response)
    return response
  })
}

async function settle(tx: Tx, effect: (tx: Tx) => Promise<unknown>): Promise<JsonResponse> {
  await sql`savepoint effect`.execute(tx)
  try {
    const body = await effect(tx)
    await sql`release savepoint effect`.execute(tx)
    return { status: 200, body }
  } catch (error) {
    if (!(error instanceof Refusal) || !FINAL_STATUSES.has(error.status)) throw error
    await sql`rollback to savepoint effect`.execute(tx)
    return { status: error.status, body: error.body }
  }
}

/** False when the id is known. Waits while another transaction that inserted it is not at its end. */
async function insertWrite(tx: Tx, write: IdempotentWrite, fingerprint: Buffer): Promise<boolean> {
  const inserted = await tx
    .insertInto('client_ids')
    .values({
      member_id: write.memberId,
      client_id: write.clientId,
      endpoint: write.path,
      fingerprint,
      status: null,
      answer: null,
      created_at: write.now,
      delete_after: write.deleteAfter,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doNothing())
    .returning('client_id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function getResponse(tx: Tx, write: IdempotentWrite, fingerprint: Buffer): Promise<JsonResponse> {
  const kept = await tx
    .selectFrom('client_ids')
    .select(['endpoint', 'fingerprint', 'status', 'answer'])
    .where('member_id', '=', write.memberId)
    .where('client_id', '=', write.clientId)
    .executeTakeFirst()
  // Deleted by the job between the two statements.
  if (kept === undefined || kept.status === null)
    throw new Refusal(503, 'Flipside is busy. Please try again.', 'busy', { retryAfterSeconds: 1 })
  if (kept.endpoint !== write.path || !kept.fingerprint.equals(fingerprint)) {
    throw new Refusal(422, 'This client_id was used for something else.', 'client_id_reused')
  }
  return { status: kept.status, body: kept.answer }
}

async function updateResponse(tx: Tx, write: IdempotentWrite, { status, body }: JsonResponse): Promise<void> {
  await tx
    .updateTable('client_ids')
    .set({ status, answer: JSON.stringify(body) })
    .where('member_id', '=', write.memberId)
    .where('client_id', '=', write.clientId)
    .execute()
}

/** Passwords are left out: a fast hash of them must not lie in a table. */
function fingerprintOf({ path, query }: IdempotentWrite): Buffer {
  const input = Object.entries(query)
    .filter(([name, value]) => name !== 'client_id' && !name.includes('password') && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([path, input]))
    .digest()
}

/** Forgets the answers whose time has come. */
export async function deleteOldClientIds(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('client_ids').where('delete_after', '<', now).execute()
}
