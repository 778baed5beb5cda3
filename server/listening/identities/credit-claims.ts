import { sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { type CreditPart, splitBySent } from '../catalogue/split-credit.ts'
import type { ListenDetails } from '../listens/listen-details.ts'

/** No credit needs more members that send the same list. */
export const AGREED_MAX = 3

/** An artist list that members sent with a credit. */
export interface Claim {
  readonly id: number
  readonly names: readonly string[]
  readonly joiners: readonly string[]
  readonly is_weak: boolean
  readonly members: number
}

/** Returns the lists that members sent with credits, those from most members first. */
export async function listClaims(db: Db, credits: readonly { readonly id: number }[]): Promise<readonly Claim[]> {
  const { rows } = await sql<Claim>`
    select credit_id as id, names, joiners, is_weak, count(*) as members from credit_claims
    where credit_id = any(${credits.map(({ id }) => id)}::bigint[])
    group by credit_id, names, joiners, is_weak order by members desc, names`.execute(db)
  return rows
}

/** A track under the names and with the details that a member sent. */
interface SentCredit {
  readonly memberId: number
  readonly artist: string
  readonly details?: ListenDetails | undefined
}

/**
 * Stores the artist lists that members send with credits, from at most three members per list. The
 * artists exist.
 */
export async function storeCreditClaims(tx: Tx, sent: readonly SentCredit[]): Promise<void> {
  const claims = new Map(
    sent.flatMap(({ memberId, artist, details }) => {
      const list = details?.artistNames ?? details?.artistMbids?.length ?? 1
      const split = list === 1 ? undefined : splitBySent(normalizeName(artist), list)
      return split === undefined ? [] : [[`${memberId} ${nameKey(artist)}`, { memberId, artist, ...split }]]
    }),
  )
  if (claims.size === 0) return
  const claimed = [...claims.values()]
  const list = (pick: (part: CreditPart) => string) => claimed.map(({ parts }) => JSON.stringify(parts.map(pick)))
  await sql`with claimed as (
      insert into credit_claims (credit_id, member_id, names, joiners, is_weak)
      select artists.id, claimed.member_id, names, joiners, claimed.is_weak
      from unnest(${claimed.map(({ memberId }) => memberId)}::bigint[], ${claimed.map(({ artist }) => nameKey(artist))}::text[],
        ${list(({ name }) => name)}::text[], ${list(({ joiner }) => joiner)}::text[],
        ${claimed.map(({ isWeak }) => isWeak)}::boolean[]) as claimed (member_id, name_key, names_json, joiners_json, is_weak)
      join artists using (name_key)
      cross join lateral (select array(select json_array_elements_text(names_json::json)) as names,
        array(select json_array_elements_text(joiners_json::json)) as joiners) as lists
      where merged_into is null and not exists (select from artist_credits where credit_id = artists.id)
        and (select count(*) from credit_claims as known
          where known.credit_id = artists.id and known.names = lists.names) < ${sql.lit(AGREED_MAX)}
        and exists (select from members where members.id = claimed.member_id)
      order by artists.id, claimed.member_id
      on conflict do nothing returning credit_id)
    insert into possible_credits (artist_id) select distinct credit_id from claimed order by credit_id
    on conflict (artist_id) do update set due_at = 'epoch'`.execute(tx)
}
