import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { PASSKEY_CHALLENGE_MS } from '#contract/accounts/passkeys.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { createToken, hashToken } from '#server/http/session.ts'

/** The maximum number of a member's open challenges. A further one replaces the oldest. */
const MEMBER_CHALLENGES_MAX = 5
/** The same for log-ins from one network address, which many visitors may share. */
const ADDRESS_CHALLENGES_MAX = 500

/**
 * Returns a new challenge for a member's passkey, valid once within five minutes. `userHandle`
 * identifies the member to the authenticator.
 */
export async function insertRegistration(tx: Tx, memberId: number, userHandle: Buffer, now: Date): Promise<string> {
  const challenge = await insertChallenge(tx, { member_id: memberId, user_handle: userHandle, address_hash: null }, now)
  await deleteSurplus(tx, sql`member_id = ${memberId}`, MEMBER_CHALLENGES_MAX)
  return challenge
}

/** Returns a new challenge for a log-in from `address`, valid once within five minutes. */
export async function insertLogin(tx: Tx, address: string, now: Date): Promise<string> {
  const addressHash = createHash('sha256').update(address).digest()
  const challenge = await insertChallenge(tx, { member_id: null, user_handle: null, address_hash: addressHash }, now)
  await deleteSurplus(tx, sql`address_hash = ${addressHash}`, ADDRESS_CHALLENGES_MAX)
  return challenge
}

interface Purpose {
  readonly member_id: number | null
  readonly user_handle: Buffer | null
  readonly address_hash: Buffer | null
}

async function insertChallenge(tx: Tx, purpose: Purpose, now: Date): Promise<string> {
  const { token, tokenHash } = createToken()
  const expiresAt = new Date(now.getTime() + PASSKEY_CHALLENGE_MS)
  await tx
    .insertInto('passkey_challenges')
    .values({ challenge_hash: tokenHash, ...purpose, expires_at: expiresAt })
    .execute()
  return token
}

async function deleteSurplus(tx: Tx, isOfOwner: RawBuilder<unknown>, max: number): Promise<void> {
  await sql`delete from passkey_challenges where challenge_hash in (
    select challenge_hash from passkey_challenges where ${isOfOwner}
    order by expires_at desc, challenge_hash offset ${max})`.execute(tx)
}

/**
 * Returns the user handle of a member's challenge; undefined if it is unknown, used, expired or not
 * the member's.
 */
export async function findRegistration(
  db: Db,
  challenge: string,
  memberId: number,
  now: Date,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('passkey_challenges')
    .select('user_handle')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_handle ?? undefined
}

/** Deletes a member's challenge. Returns false if it was used meanwhile. */
export async function takeRegistration(db: Db, challenge: string, memberId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('member_id', '=', memberId)
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes a log-in challenge and returns whether it was valid. Never call it in the log-in's
 * transaction: a response that is rejected uses the challenge up too.
 */
export async function takeLogin(db: Db, challenge: string, now: Date): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('member_id', 'is', null)
    .returning('expires_at')
    .executeTakeFirst()
  return row !== undefined && row.expires_at > now
}
