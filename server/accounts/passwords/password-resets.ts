import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createToken, deleteSessions, hashToken } from '#server/http/session.ts'
import { MAILED_RESET_MS, RESET_LINK_MS, SENT_AGAIN_MS } from '../rules.ts'
import { findPasswordForShare, updatePassword } from '../store.ts'
import { deleteAddresses } from './known-addresses.ts'
import { verifyPassword } from './password.ts'

/**
 * Creates a reset link's token, valid for 24 hours and one use. Deletes the member's earlier links.
 */
export async function insertPasswordReset(db: Db, memberId: number, now: Date): Promise<string> {
  const { token, tokenHash } = createToken()
  await db.deleteFrom('password_resets').where('member_id', '=', memberId).execute()
  await db
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash,
      member_id: memberId,
      expires_at: new Date(now.getTime() + RESET_LINK_MS),
    })
    .execute()
  return token
}

/** The maximum number of stored mailed links per member. The newest are retained. */
const MAILED_MAX = 3

/**
 * Creates the token for a mailed reset link, valid for one hour and one use, while the address is
 * the member's. Others can request links, so that earlier ones and an admin's stay valid.
 */
export async function insertMailedReset(
  db: Db,
  { memberId, email, now }: { readonly memberId: number; readonly email: string; readonly now: Date },
): Promise<string> {
  const { token, tokenHash } = createToken()
  const expiresAt = new Date(now.getTime() + MAILED_RESET_MS)
  await db
    .insertInto('password_resets')
    .values({ token_hash: tokenHash, member_id: memberId, expires_at: expiresAt, used_at: null, email })
    .execute()
  await sql`delete from password_resets where member_id = ${memberId} and email is not null and token_hash not in (
    select token_hash from password_resets where member_id = ${memberId} and email is not null
    order by expires_at desc, token_hash = ${tokenHash} desc limit ${MAILED_MAX})`.execute(db)
  return token
}

/**
 * The SQL condition that a link was made by an admin, or mailed to the member's current address.
 */
const isForCurrentEmail = sql<boolean>`(password_resets.email is null or exists (
  select from members where members.id = password_resets.member_id and members.email = password_resets.email))`

/**
 * Sets the password by a link's token and ends all the member's sessions. Returns the member's id,
 * or undefined if the same request was handled within the last 10 minutes. Throws a Refusal 404 if
 * the token is unknown, used or expired.
 */
export async function resetPasswordByToken(
  tx: Tx,
  { token, password, passwordHash, now }: { token: string; password: string; passwordHash: string; now: Date },
): Promise<number | undefined> {
  const tokenHash = hashToken(token)
  const link = await tx
    .selectFrom('password_resets')
    .select(['member_id', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(isForCurrentEmail)
    .forUpdate()
    .executeTakeFirst()
  if (link === undefined) throw createLinkRefusal()
  if (link.used_at !== null) {
    await checkSentAgain(tx, link.member_id, link.used_at, password, now)
    return undefined
  }
  await tx.updateTable('password_resets').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
  await updatePassword(tx, link.member_id, passwordHash)
  await deleteSessions(tx, link.member_id)
  await deleteAddresses(tx, link.member_id)
  return link.member_id
}

/** Returns the member name for a link, or undefined if the link is unknown or expired. */
export async function findNameOfReset(db: Db, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('members', 'members.id', 'password_resets.member_id')
    .select('members.name')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where(isForCurrentEmail)
    .executeTakeFirst()
  return row?.name
}

async function checkSentAgain(tx: Tx, memberId: number, usedAt: Date, password: string, now: Date): Promise<void> {
  const isRecent = now.getTime() - usedAt.getTime() < SENT_AGAIN_MS
  if (isRecent && (await verifyPassword(await findPasswordForShare(tx, memberId), password))) return
  throw createLinkRefusal()
}

export const createLinkRefusal = () => new Refusal(404, 'This link is not valid any more. Ask for a new one.')
