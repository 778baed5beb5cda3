import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type ScrobbleToken, TOKENS_MAX } from '#contract/listening/scrobbling.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { isSuspended } from '#server/db/visible-to.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'

export interface TokenOwner {
  readonly tokenId: number
  readonly memberId: number
  readonly memberName: string
}

export interface Bearer extends TokenOwner {
  /**
   * Whether a suspension is in force. What others see at once then has no effect; listens, which a
   * player would lose, are stored.
   */
  readonly isSuspended: boolean
  /** The program that logged in, if the secret is its session key and it named itself. */
  readonly client?: string | undefined
}

export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

/** Longer secrets are never issued. */
const SECRET_MAX_LENGTH = 200
/** The last use is stored to the minute. */
const USED_PRECISION_MS = 60_000

/**
 * Returns the tokens for secrets, which are tokens or session keys, in input order, and stores
 * when they were used.
 */
export async function findTokens(
  db: Db,
  secrets: readonly string[],
  now: Date,
): Promise<readonly (Bearer | undefined)[]> {
  const hashes = secrets.map((secret) => (secret.length <= SECRET_MAX_LENGTH ? hashToken(secret).toString('hex') : ''))
  const { rows } = await sql<Omit<Bearer, 'client'> & { hash: string; client: string | null; usedAt: Date | null }>`
    select hash, found.client, found.id as "tokenId", members.id as "memberId", members.name as "memberName", last_used_at as "usedAt",
      ${isSuspended('members.id', now)} as "isSuspended"
    from (
      select encode(token_hash, 'hex') as hash, id, member_id, last_used_at, null as client from scrobble_tokens
      where token_hash = any(${toByteas(hashes)}::bytea[])
      union all
      select encode(key_hash, 'hex'), id, member_id, last_used_at, client from scrobble_sessions
      join scrobble_tokens on id = token_id where key_hash = any(${toByteas(hashes)}::bytea[])) as found
    join members on members.id = member_id`.execute(db)
  const isUseOutdated = (usedAt: Date | null) => usedAt === null || usedAt.getTime() < now.getTime() - USED_PRECISION_MS
  const used = rows.filter((row) => isUseOutdated(row.usedAt)).map((row) => row.tokenId)
  if (used.length > 0) await storeUse(db, used, now)
  const byHash = new Map(
    rows.map(({ hash, tokenId, memberId, memberName, client, isSuspended }) => [
      hash,
      { tokenId, memberId, memberName, isSuspended, client: client ?? undefined },
    ]),
  )
  return hashes.map((hash) => byHash.get(hash))
}

const toByteas = (hashes: readonly string[]) => hashes.filter((hash) => hash !== '').map((hash) => `\\x${hash}`)

/** Locks the rows in a fixed order, so that two processes cannot deadlock. */
async function storeUse(db: Db, tokenIds: readonly number[], now: Date): Promise<void> {
  await sql`update scrobble_tokens set last_used_at = ${now}::timestamptz where id in (
    select id from scrobble_tokens where id = any(${tokenIds}::bigint[]) order by id for no key update)`.execute(db)
}

/**
 * Creates a token for a player and returns it, for the only time. A UUID, like ListenBrainz's: some
 * players accept nothing else. Its 122 random bits cannot be recovered from a plain hash. Throws a
 * Refusal 400 if the member has too many.
 */
export async function insertToken(
  tx: Tx,
  memberId: number,
  name: string,
  now: Date,
): Promise<{ id: number; token: string }> {
  await sql`select 1 from members where id = ${memberId} for no key update`.execute(tx)
  await checkRoomForPlayer(tx, memberId)
  const token = randomUUID()
  const { id } = await tx
    .insertInto('scrobble_tokens')
    .values({
      member_id: memberId,
      name,
      token_hash: hashToken(token),
      token_md5: md5(token),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Throws a Refusal 400 if a member has as many players as possible. */
export async function checkRoomForPlayer(tx: Tx, memberId: number): Promise<void> {
  const { tokens } = await tx
    .selectFrom('scrobble_tokens')
    .select((select) => select.fn.countAll<number>().as('tokens'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (tokens >= TOKENS_MAX) throw new Refusal(400, `You have ${TOKENS_MAX} players. Revoke one of them first.`)
}

/** Revokes a token with its sessions; does nothing if it does not exist. */
export async function deleteToken(db: Db, memberId: number, id: number): Promise<void> {
  await db.deleteFrom('scrobble_tokens').where('id', '=', id).where('member_id', '=', memberId).execute()
}

/** Revokes all of a member's tokens with their sessions. */
export async function deleteTokens(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('scrobble_tokens').where('member_id', '=', memberId).execute()
}

export async function listTokens(db: Db, memberId: number): Promise<ScrobbleToken[]> {
  const rows = await db
    .selectFrom('scrobble_tokens')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? '',
  }))
}
