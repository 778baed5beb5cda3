import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { insertArtists } from '../catalogue/catalogue.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import type { CreditPart } from '../catalogue/split-credit.ts'

/**
 * Lets credit plays count for their artists. Returns the ids of those that were split: none that
 * names an artist twice, under two spellings, or a credit.
 */
export async function splitFound(
  tx: Tx,
  found: readonly (readonly [id: number, parts: readonly CreditPart[]])[],
): Promise<readonly number[]> {
  await lockForJoining(tx)
  const parts = found.flatMap(([id, credited]) => credited.map((part, position) => ({ ...part, id, position })))
  const names = parts.map(({ name }) => name)
  const artistIds = await insertArtists(tx, names)
  const { rows } = await sql<{ id: number }>`
    with credited as materialized (
      select * from unnest(${parts.map(({ id }) => id)}::bigint[], ${parts.map(({ position }) => position)}::smallint[],
        ${artistIds}::bigint[], ${parts.map(({ joiner }) => joiner)}::text[]) as part (credit_id, position, artist_id, joiner))
    insert into artist_credits (credit_id, position, artist_id, joiner)
    select credit_id, position, artist_id, joiner from credited
    where credit_id in (
      select each.credit_id from credited as each group by each.credit_id
      having count(distinct each.artist_id) = count(*) and not bool_or(
        each.artist_id in (select credited.credit_id from credited)
        or exists (select from artist_credits as credit where credit.credit_id = each.artist_id)
        or ${isInCredits(sql`each.credit_id`)}))
    returning credit_id as id`.execute(tx)
  const split = [...new Set(rows.map(({ id }) => id))]
  await movePlays(tx, split)
  await sql`delete from possible_credits where artist_id = any(${split}::bigint[])`.execute(tx)
  await sql`delete from credit_claims where credit_id = any(${split}::bigint[])`.execute(tx)
  await sql`update community_charts set counted_at = 'epoch' where kind = 0 and id in (
    select artist_id from artist_credits where credit_id = any(${split}::bigint[]))`.execute(tx)
  return split
}

const PLAYS_MAX = sql.lit(2_147_483_647)

/** Moves all sums from credits to their artists. */
async function movePlays(tx: Tx, creditIds: readonly number[]): Promise<void> {
  const isSplit = sql`artist_id = any(${creditIds}::bigint[])`
  const moved = sql`moved join artist_credits as credit on credit.credit_id = moved.artist_id`
  await sql`with moved as (delete from artist_plays where ${isSplit} returning member_id, artist_id, plays, tracks_heard)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, credit.artist_id, least(sum(plays), ${PLAYS_MAX}), sum(tracks_heard) from ${moved}
    where not ${isIgnored('moved.member_id', sql`moved.artist_id`)} group by 1, 2 order by 1, 2
    on conflict (member_id, artist_id) do update
      set plays = least(artist_plays.plays::bigint + excluded.plays, ${PLAYS_MAX}),
        tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard`.execute(tx)
  await sql`with moved as (delete from chart_artists where ${isSplit} returning member_id, period, artist_id, plays, place)
    insert into chart_artists (member_id, period, artist_id, plays, place)
    select member_id, period, credit.artist_id, least(sum(plays), ${PLAYS_MAX}), min(place) from ${moved}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (member_id, period, artist_id) do update
      set plays = least(chart_artists.plays::bigint + excluded.plays, ${PLAYS_MAX}),
        place = least(chart_artists.place, excluded.place)`.execute(tx)
}

/** Whether an artist is a credit that was split, or is named in one. */
export const isInCredits = (artist: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  exists (select from artist_credits as credit where credit.credit_id = ${artist})
  or exists (select from artist_credits as credit where credit.artist_id = ${artist}))`
