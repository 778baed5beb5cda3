import { sql } from 'kysely'
import { inOneFlight, type TextRow } from '#server/db/flight.ts'
import { arrayOf, arrayOfTexts, keptStatement } from '#server/db/kept-statement.ts'
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

interface Found extends Bearer {
  readonly hash: string
  readonly isUnnoted: boolean
}

const ADDRESS = 'addressScrobbles '
const MEMBER = 'memberScrobbles '
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
  { addressScrobbles, memberScrobbles }: Limits,
  now: Date,
): Promise<readonly Admission[]> {
  const hashes = knocks.map(({ secret }) => hashToken(secret ?? '').toString('hex'))
  const keys = knocks.map(({ address }) => `${ADDRESS}${address}`)
  const statement = admitting({
    hashes: arrayOfTexts(hashes.map((it) => `\\x${it}`)),
    keys: arrayOfTexts(keys),
    requests: arrayOf(knocks.map((it) => it.requests)),
    now: now.toISOString(),
    addressBurst: String(addressScrobbles.burst),
    addressPerSecond: String(addressScrobbles.perSecond),
    memberBurst: String(memberScrobbles.burst),
    memberPerSecond: String(memberScrobbles.perSecond),
  })
  const [rows = []] = await inOneFlight(db, [statement])
  const left = new Map(rows.flatMap(leftOf))
  const bearers = new Map(rows.flatMap(foundOf).map((it) => [it.hash, it]))
  const unnoted = [...bearers.values()].filter((it) => it.isUnnoted).map((it) => it.tokenId)
  if (unnoted.length > 0) await noteUse(db, unnoted, now)
  return knocks.map((_, place) => {
    const found = bearers.get(hashes[place] ?? '')
    return { ofAddress: left.get(keys[place] ?? '') ?? FULL, bearer: found && bearerOf(found, left) }
  })
}

/** Buckets and what they have left; then, without a key, whose the secrets are. Put together here: see decision 21. */
const admitting = keptStatement<
  'hashes' | 'keys' | 'requests' | 'now' | 'addressBurst' | 'addressPerSecond' | 'memberBurst' | 'memberPerSecond'
>(
  (gap) => sql`
    with given as (
      select hash, sum(requests) as asked
      from unnest(${gap('hashes')}::bytea[], ${gap('requests')}::bigint[]) as hashes (hash, requests) group by 1),
    found as (
      select hash, asked, token_id, members.id as member_id, members.name,
        last_used_at is null or last_used_at < ${gap('now')}::timestamptz - ${USED_EVERY}::interval as is_unnoted
      from (
        select hash, asked, id as token_id, member_id, last_used_at from given
        join scrobble_tokens on token_hash = hash
        union all
        select hash, asked, id, member_id, last_used_at from given
        join scrobble_sessions on key_hash = hash join scrobble_tokens on id = token_id) as kept
      join members on members.id = member_id),
    by_address as (${takingOfMany(
      sql`select key, sum(requests) as taken
        from unnest(${gap('keys')}::text[], ${gap('requests')}::bigint[]) as keys (key, requests) group by 1`,
      { burst: gap('addressBurst'), perSecond: gap('addressPerSecond') },
      gap('now'),
    )}),
    by_member as (${takingOfMany(
      sql`select ${MEMBER} || member_id as key, sum(asked) as taken from found group by 1`,
      { burst: gap('memberBurst'), perSecond: gap('memberPerSecond') },
      gap('now'),
    )})
    select key, tokens, "isAllowed", null, null::bigint, null::bigint, null, null::boolean from by_address
    union all select key, tokens, "isAllowed", null, null, null, null, null from by_member
    union all select null, null, null, encode(hash, 'hex'), token_id, member_id, name, is_unnoted from found`,
)

const leftOf = ([key, tokens, isAllowed]: TextRow): readonly [string, GroupOfTokens][] =>
  typeof key === 'string' ? [[key, { tokens: Number(tokens), isAllowed: isAllowed === 't' }]] : []

const foundOf = ([, , , hash, tokenId, memberId, memberName, isUnnoted]: TextRow): readonly Found[] =>
  typeof hash === 'string'
    ? [
        {
          hash,
          tokenId: Number(tokenId),
          memberId: Number(memberId),
          memberName: memberName ?? '',
          isUnnoted: isUnnoted === 't',
        },
      ]
    : []

function bearerOf({ tokenId, memberId, memberName }: Found, left: ReadonlyMap<string, GroupOfTokens>) {
  return { tokenId, memberId, memberName, left: left.get(`${MEMBER}${memberId}`) ?? FULL }
}

async function noteUse(db: Db, tokenIds: readonly number[], now: Date): Promise<void> {
  await sql`update scrobble_tokens set last_used_at = ${now}::timestamptz where id in (
    select id from scrobble_tokens where id = any(${tokenIds}::bigint[]) order by id for no key update)`.execute(db)
}
