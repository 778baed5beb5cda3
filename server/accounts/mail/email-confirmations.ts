import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createToken, hashToken } from '#server/http/session.ts'
import { RESET_LINK_MS, SENT_AGAIN_MS } from '../rules.ts'
import { upsertConfirmedEmail } from './email-store.ts'

/** The maximum number of stored links per member. The newest are retained. */
const LINKS_MAX = 5

/** Creates a link token that confirms an address, valid for 24 hours and one use. */
export async function insertEmailConfirmation(db: Db, memberId: number, email: string, now: Date): Promise<string> {
  const { token, tokenHash } = createToken()
  await db
    .insertInto('email_confirmations')
    .values({
      token_hash: tokenHash,
      member_id: memberId,
      email,
      expires_at: new Date(now.getTime() + RESET_LINK_MS),
    })
    .execute()
  await sql`delete from email_confirmations where member_id = ${memberId} and token_hash not in (
    select token_hash from email_confirmations where member_id = ${memberId}
    order by expires_at desc, token_hash = ${tokenHash} desc limit ${LINKS_MAX})`.execute(db)
  return token
}

/** Returns whether a token belongs to a stored link, used or not. */
export async function isConfirmationToken(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_confirmations')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Confirms the address that a link was sent to. Returns the member's id, or undefined if the link
 * was used within the last 10 minutes. Throws a Refusal 404 if it is unknown, used, expired, or for
 * another address than the member's current one.
 */
export async function confirmEmailByToken(tx: Tx, token: string, now: Date): Promise<number | undefined> {
  const link = await tx
    .selectFrom('email_confirmations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst()
  if (link === undefined || link.expires_at <= now) throw createExpiredRefusal()
  // Locked: a concurrent address change waits, and then deletes this confirmation.
  const member = await tx
    .selectFrom('members')
    .select('email')
    .where('id', '=', link.member_id)
    .forShare()
    .executeTakeFirst()
  if (member?.email !== link.email) throw createExpiredRefusal()
  if (link.used_at !== null) {
    // Browsers resend a request on their own.
    if (now.getTime() - link.used_at.getTime() < SENT_AGAIN_MS) return undefined
    throw new Refusal(404, 'This link was used already.')
  }
  await upsertConfirmedEmail(tx, link.member_id, link.email, now)
  await tx
    .updateTable('email_confirmations')
    .set({ used_at: now })
    .where('member_id', '=', link.member_id)
    .where('used_at', 'is', null)
    .execute()
  return link.member_id
}

export const createExpiredRefusal = () =>
  new Refusal(404, 'This link is not valid any more. Send a new one from the settings.')
