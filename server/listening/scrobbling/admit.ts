import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { type GroupOfTokens, takingOfMany } from '#server/http/rate-limit.ts'
import { hashToken } from '#server/http/session.ts'
import type { Bearer } from './tokens.ts'

/** A request of a player, as far as it must be known before it is read. */
export interface Knock {
  readonly address: string
  /** A token or a session's key; undefined: none came. */
  readonly secret: string | undefined
  /** How many requests it stands for. */
  readonly requests: number
}

/** What is known of it then. */
export interface Admission {
  readonly ofAddress: GroupOfTokens
  /** For whom the secret stands, and what their players have left; undefined: for nobody. */
  readonly bearer: (Bearer & { readonly left: GroupOfTokens }) | undefined
}

/** The limits of players' requests. */
export type Limits = Pick<Api['config']['rateLimits'], 'addressScrobbles' | 'memberScrobbles'>

interface Found extends Bearer, GroupOfTokens {
  readonly hash: Buffer
  readonly isUnnoted: boolean
}

const ADDRESS = 'scrobbles address '
const MEMBER = 'scrobbles member '
/** A token is noted as used once in that time. */
const USED_EVERY = '1 minute'
const FULL: GroupOfTokens = { isAllowed: true, tokens: 1 }

/**
 * Counts requests of many players and looks their secrets up, in one statement, as each of these would cost as much for one. By
 * the hash: what is compared is nothing that could be guessed piece by piece. Notes that tokens were used.
 */
export async function admitAll(
  db: Db,
  knocks: readonly Knock[],
  limits: Limits,
  now: Date,
): Promise<readonly Admission[]> {
  const hashes = knocks.map(({ secret }) => hashToken(secret ?? ''))
  const keys = knocks.map(({ address }) => `${ADDRESS}${address}`)
  const requests = knocks.map((it) => it.requests)
  const { rows } = await sql<Partial<Found> & GroupOfTokens & { key: string }>`
    with given as (
      select hash, sum(requests) as asked
      from unnest(${hashes}::bytea[], ${requests}::bigint[]) as hashes (hash, requests) group by 1),
    found as (
      select hash, asked, "tokenId", members.id as "memberId", members.name as "memberName",
        last_used_at is null or last_used_at < ${now}::timestamptz - ${USED_EVERY}::interval as "isUnnoted"
      from (
        select hash, asked, id as "tokenId", member_id, last_used_at from given
        join scrobble_tokens on token_hash = hash
        union all
        select hash, asked, id, member_id, last_used_at from given
        join scrobble_sessions on key_hash = hash join scrobble_tokens on id = token_id) as kept
      join members on members.id = member_id),
    by_address as (${takingOfMany(
      sql`select key, sum(requests) as taken from unnest(${keys}::text[], ${requests}::bigint[]) as keys (key, requests)
        group by 1`,
      limits.addressScrobbles,
      now,
    )}),
    by_member as (${takingOfMany(
      sql`select ${MEMBER} || "memberId" as key, sum(asked) as taken from found group by 1`,
      limits.memberScrobbles,
      now,
    )})
    select key, tokens, "isAllowed", null as hash, null as "tokenId", null as "memberId", null as "memberName",
      false as "isUnnoted" from by_address
    union all
    select key, tokens, "isAllowed", hash, "tokenId", "memberId", "memberName", "isUnnoted"
    from found join by_member on key = ${MEMBER} || "memberId"`.execute(db)
  const found = rows.filter((it): it is Found & { key: string } => it.hash instanceof Buffer)
  const unnoted = found.filter((it) => it.isUnnoted).map((it) => it.tokenId)
  if (unnoted.length > 0) await noteUse(db, unnoted, now)
  const addresses = new Map(rows.filter((it) => it.key.startsWith(ADDRESS)).map((it) => [it.key, it]))
  const bearers = new Map(found.map((it) => [it.hash.toString('latin1'), it]))
  return knocks.map((_, place) => ({
    ofAddress: addresses.get(keys[place] ?? '') ?? FULL,
    bearer: bearerOf(bearers.get(hashes[place]?.toString('latin1') ?? '')),
  }))
}

function bearerOf(found: Found | undefined): Admission['bearer'] {
  if (found === undefined) return undefined
  const { tokenId, memberId, memberName, isAllowed, tokens } = found
  return { tokenId, memberId, memberName, left: { isAllowed, tokens } }
}

async function noteUse(db: Db, tokenIds: readonly number[], now: Date): Promise<void> {
  await sql`update scrobble_tokens set last_used_at = ${now}::timestamptz where id in (
    select id from scrobble_tokens where id = any(${tokenIds}::bigint[]) order by id for no key update)`.execute(db)
}
