import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'
import { hashToken } from '#server/http/session.ts'
import { PROGRAM_MAX_LENGTH } from '#server/listening/listens/listen-details.ts'
import { md5, type TokenOwner } from './tokens.ts'

/**
 * How many newest sessions are stored per token: some players log in on every start and discard
 * older sessions.
 */
const SESSIONS_MAX = 100

/**
 * Creates a session for a player, which may name itself, and returns its key: 32 hexadecimal
 * digits, like Last.fm's. It is valid as long as its token.
 */
export async function insertSession(db: Db, tokenId: number, now: Date, client?: string): Promise<string> {
  const key = randomBytes(16).toString('hex')
  await db
    .insertInto('scrobble_sessions')
    .values({
      key_hash: hashToken(key),
      token_id: tokenId,
      created_at: now,
      client: client?.slice(0, PROGRAM_MAX_LENGTH),
    })
    .execute()
  await sql`delete from scrobble_sessions where token_id = ${tokenId} and key_hash in (
    select key_hash from scrobble_sessions where token_id = ${tokenId}
    order by created_at desc, key_hash offset ${SESSIONS_MAX})`.execute(db)
  return key
}

/**
 * Returns the bearer of the token with the digest `digest`, by `computeDigest`. Tries every token,
 * also after a match.
 */
export async function findByDigest(
  db: Db,
  user: string,
  digest: string,
  computeDigest: (tokenMd5: string) => string,
): Promise<TokenOwner | undefined> {
  const tokens = await db
    .selectFrom('scrobble_tokens')
    .innerJoin('members', 'members.id', 'scrobble_tokens.member_id')
    .select(['scrobble_tokens.id as tokenId', 'members.id as memberId', 'members.name as memberName', 'token_md5'])
    .where('members.name_key', '=', foldName(user))
    .orderBy('scrobble_tokens.id')
    .execute()
  return tokens.filter((token) => isSameDigest(computeDigest(token.token_md5), digest))[0]
}

/** Returns whether two hexadecimal digests are equal, in constant time. */
function isSameDigest(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a.toLowerCase()), Buffer.from(b.toLowerCase())]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Returns the bearer of the token that makes the `authToken` of an Audioscrobbler 2.0 login: some
 * clients fold the name first.
 */
export async function findByAuthToken(db: Db, user: string, authToken: string): Promise<TokenOwner | undefined> {
  return (
    (await findByDigest(db, user, authToken, (token) => md5(`${user}${token}`))) ??
    (await findByDigest(db, user, authToken, (token) => md5(`${user.toLowerCase()}${token}`)))
  )
}
