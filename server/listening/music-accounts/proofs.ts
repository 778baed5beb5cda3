import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/open.ts'

/** A token of Last.fm's is good for an hour; nobody needs longer to press a button. */
const GOOD_MS = 3_600_000

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest()

/**
 * Begins a way to Last.fm and back. Last.fm carries no state, so that a word of ours in the address ties what comes back to
 * the member who went: nobody can be sent back with somebody else's account.
 */
export async function insertProof(db: Db, memberId: number, now: Date): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  const expires_at = new Date(now.getTime() + GOOD_MS)
  await db
    .insertInto('source_proofs')
    .values({ nonce_hash: hashOf(nonce), member_id: memberId, expires_at })
    .execute()
  return nonce
}

/** Whether a way is this member's, and not too long ago nor used up. */
export async function hasProof(db: Db, memberId: number, nonce: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('source_proofs')
    .select('member_id')
    .where('nonce_hash', '=', hashOf(nonce))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a way up. Whether it was this member's, and not too long ago. */
export async function deleteProof(db: Db, memberId: number, nonce: string, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('source_proofs')
    .where('nonce_hash', '=', hashOf(nonce))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .returning('member_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets ways that nobody came back on. */
export async function deleteOldProofs(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('source_proofs').where('expires_at', '<=', now).execute()
}
