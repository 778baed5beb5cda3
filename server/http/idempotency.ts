import { createHash } from 'node:crypto'
import { finalStatuses } from '#contract/errors.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { inSavepoint } from '#server/db/without-faulty.ts'
import { inTransaction } from './attempt.ts'
import { createBusyRefusal, Refusal } from './refusal.ts'

/** A write by a client: repeats have the same member and `clientId`. */
export interface IdempotentWrite {
  readonly memberId: number
  readonly clientId: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** When the response may be deleted; null to store it for good. */
  readonly deleteAfter: Date | null
  readonly now: Date
}

/** The response to a write: the same the first time and for every repeat. */
export interface JsonResponse {
  readonly status: number
  readonly body: unknown
}

/**
 * Runs a write once, however often it is sent. Stores the response in the effect's transaction: a
 * repeat returns it again, a concurrent one waits for it (503 after the lock timeout), another
 * input under the same id is 422. Also stores a final refusal, after rolling its effect back to a
 * savepoint: otherwise a late copy could take effect after the cause has passed. Rethrows other
 * errors from `effect`; then nothing is stored.
 */
export function once(db: Db, write: IdempotentWrite, effect: (tx: Tx) => Promise<unknown>): Promise<JsonResponse> {
  const fingerprint = computeFingerprint(write)
  return inTransaction(db, async (tx) => {
    if (!(await insertWrite(tx, write, fingerprint))) return getResponse(tx, write, fingerprint)
    const response = await runEffect(tx, effect)
    await updateResponse(tx, write, response)
    return response
  })
}

/** Returns whether a refusal is stored as the response: after others the write may be retried. */
export const isFinalRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal && finalStatuses.has(error.status)

/** Returns a parsed query's client_id, in lower case. */
export function readClientId(query: Readonly<Record<string, unknown>>): string | undefined {
  const clientId = query['client_id']
  return typeof clientId === 'string' ? clientId.toLowerCase() : undefined
}

/**
 * Returns whether the response to a write is stored. Writes nothing, unlike {@link repeatWrite}.
 */
export async function isStoredWrite(db: Db, memberId: number, clientId: string): Promise<boolean> {
  const stored = await db
    .selectFrom('client_ids')
    .select('client_id')
    .where('member_id', '=', memberId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return stored !== undefined
}

/** Returns the stored response to a write. Throws like {@link once}. */
export const repeatWrite = (db: Db, write: IdempotentWrite): Promise<JsonResponse> =>
  inTransaction(db, (tx) => getResponse(tx, write, computeFingerprint(write)))

async function runEffect(tx: Tx, effect: (tx: Tx) => Promise<unknown>): Promise<JsonResponse> {
  try {
    return { status: 200, body: await inSavepoint(tx, () => effect(tx)) }
  } catch (error) {
    if (!isFinalRefusal(error)) throw error
    return { status: error.status, body: error.body }
  }
}

/**
 * Inserts the id. Returns false if it is known. Waits for a concurrent transaction that has
 * inserted it.
 */
async function insertWrite(tx: Tx, write: IdempotentWrite, fingerprint: Buffer): Promise<boolean> {
  const inserted = await tx
    .insertInto('client_ids')
    .values({
      member_id: write.memberId,
      client_id: write.clientId,
      endpoint: write.path,
      fingerprint,
      created_at: write.now,
      delete_after: write.deleteAfter,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'client_id']).doNothing())
    .returning('client_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Returns the stored response. The row lock makes this transaction a write: its commit waits for a
 * synchronous standby, which then has the effect too. The first commit may be visible before that,
 * for instance after a database restart.
 */
async function getResponse(tx: Tx, write: IdempotentWrite, fingerprint: Buffer): Promise<JsonResponse> {
  const stored = await tx
    .selectFrom('client_ids')
    .select(['endpoint', 'fingerprint', 'status', 'answer'])
    .where('member_id', '=', write.memberId)
    .where('client_id', '=', write.clientId)
    .forKeyShare()
    .executeTakeFirst()
  // The job has deleted it between the two statements.
  if (stored === undefined || stored.status === null) throw createBusyRefusal(1)
  if (stored.endpoint !== write.path || !stored.fingerprint.equals(fingerprint)) {
    throw new Refusal(422, 'This client_id was used for something else.', 'client_id_reused')
  }
  return { status: stored.status, body: stored.answer }
}

async function updateResponse(tx: Tx, write: IdempotentWrite, { status, body }: JsonResponse): Promise<void> {
  await tx
    .updateTable('client_ids')
    .set({ status, answer: JSON.stringify(body) })
    .where('member_id', '=', write.memberId)
    .where('client_id', '=', write.clientId)
    .execute()
}

/** Returns the input's hash without passwords: the table must not hold a fast hash of them. */
function computeFingerprint({ path, query }: IdempotentWrite): Buffer {
  const input = Object.entries(query)
    .filter(([name, value]) => name !== 'client_id' && !name.includes('password') && value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([path, input]))
    .digest()
}
