import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { isOfArtist } from '../catalogue/credits.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import type { Pair } from '../catalogue/pairs.ts'

/*
 * `artist_plays` after a merge, a split, or undoing one. Plays are looked up by the index on artist
 * and day; the other counts are then found by their keys. Otherwise every listen of every listener of
 * the artist would be read while adding listens is blocked.
 */

/** Returns the members and the tracks of an artist that they have played. */
export const selectPlays = (isPlayed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select distinct member_id, track_id from plays_daily where ${isPlayed})`

/** Returns the artists that plays of an artist count for: itself, or those in a credit. */
export async function listCounted(tx: Tx, artistId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select artist_id as id from artist_credits
    where credit_id = ${artistId} order by artist_id`.execute(tx)
  return rows.length === 0 ? [artistId] : rows.map(({ id }) => id)
}

/** Adds the plays of an artist to those of another one. */
export async function addUpArtistPlays(tx: Tx, { from, into }: Pair): Promise<void> {
  await sql`with deleted as (delete from artist_plays where artist_id = ${from} returning member_id, plays, tracks_heard)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, ${into}::bigint, plays, tracks_heard from deleted order by member_id
    on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
      tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard`.execute(tx)
}

/**
 * Recounts an artist's plays and heard tracks from its tracks; for members with charts from a
 * service, only the heard tracks.
 */
export async function recount(tx: Tx, artistId: number): Promise<void> {
  await sql`with counted as (
      select member_id, sum(plays)::integer as plays, count(*)::integer as tracks from track_plays
      where (member_id, track_id) in ${selectPlays(isOfArtist('plays_daily.artist_id', artistId))}
        and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)} group by member_id),
    served as (
      select member_id, count(distinct track_id)::integer as tracks from chart_tracks
      where ${isOfArtist('chart_tracks.artist_id', artistId)} group by member_id)
    update artist_plays set
      plays = case when is_served then artist_plays.plays else counted.plays end,
      tracks_heard = case when is_served then coalesce(served.tracks, 0) else counted.tracks end
    from (select member_id, exists (select from member_sources where member_sources.member_id = own.member_id) as is_served
      from artist_plays as own where artist_id = ${artistId}) as own
    left join counted using (member_id) left join served using (member_id)
    where artist_plays.artist_id = ${artistId} and artist_plays.member_id = own.member_id
      and (is_served or counted.plays is not null)
      and (artist_plays.plays, artist_plays.tracks_heard) is distinct from (
        case when is_served then artist_plays.plays else counted.plays end,
        case when is_served then coalesce(served.tracks, 0) else counted.tracks end)`.execute(tx)
}

/**
 * Counts the plays and heard tracks of an artist anew from its tracks. A credit that is split has
 * none.
 */
export async function rebuildArtistPlays(tx: Tx, artistId: number): Promise<void> {
  const isServed = sql`member_id in (select member_id from member_sources)`
  await sql`with counted as materialized (
      select member_id, sum(plays)::integer as plays, count(*)::integer as tracks from track_plays
      where (member_id, track_id) in ${selectPlays(sql`artist_id = any(array(select ${artistId}::bigint
          union all select credit_id from artist_credits where artist_credits.artist_id = ${artistId}))`)}
        and not exists (select from artist_credits where credit_id = ${artistId}) and not ${isServed}
        and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)} group by member_id),
    deleted as (
      delete from artist_plays where artist_id = ${artistId} and not ${isServed}
        and member_id not in (select member_id from counted))
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, ${artistId}::bigint, plays, tracks from counted order by member_id
    on conflict do nothing`.execute(tx)
  await recount(tx, artistId)
}
