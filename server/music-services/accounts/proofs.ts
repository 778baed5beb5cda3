import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { hashToken } from '#server/http/session.ts'

/** A Last.fm token is valid for an hour, and so is the authorization request. */
const GOOD_MS = 3_600_000

/**
 * Stores an authorization request at Last.fm and returns its nonce. Last.fm has no state parameter,
 * so a nonce in the callback URL ties it to the member: another account's callback cannot be forged
 * into the session.
 */
export async function insertProof(db: Db, memberId: number, now: Date): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  const expires_at = new Date(now.getTime() + GOOD_MS)
  await db
    .insertInto('source_proofs')
    .values({ nonce_hash: hashToken(nonce), member_id: memberId, expires_at })
    .execute()
  return nonce
}

/** Whether a row is the proof with a nonce of this member, and not expired. */
const isProof = (memberId: number, nonce: string, now: Date) =>
  sql<boolean>`(nonce_hash = ${hashToken(nonce)} and member_id = ${memberId} and expires_at > ${now})`

/** Returns whether a nonce belongs to this member, is not expired and not used. */
export async function hasProof(db: Db, memberId: number, nonce: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from source_proofs where ${isProof(memberId, nonce, now)}`.execute(db)
  return rows.length > 0
}

/** Deletes a nonce. Returns whether it belonged to this member and was not expired. */
export async function deleteProof(db: Db, memberId: number, nonce: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from source_proofs where ${isProof(memberId, nonce, now)}`.execute(db)
  return numAffectedRows === 1n
}
