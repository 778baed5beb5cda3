import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { isOfArtist, selectCredits } from '../catalogue/credits.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { selectAllServed } from '../listens/served-by.ts'

/*
 * `artist_plays` after a merge, a split, or undoing one. Plays are looked up by the tracks of the
 * artist: otherwise all listens of its listeners would be read while adding listens is blocked.
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
 * Counts the plays and heard tracks of an artist anew from its tracks; for members with charts from a
 * service, only the heard tracks. A credit that is split has none.
 */
export async function rebuildArtistPlays(tx: Tx, artistId: number): Promise<void> {
  const isServed = sql`member_id in ${selectAllServed()}`
  await sql`with counted as materialized (
      select member_id, sum(plays)::integer as plays, count(*)::integer as tracks from track_plays
      where track_id = any(array(select id from tracks where artist_id = any(${selectCredits(artistId)}) and merged_into is null))
        and not ${isServed} and not exists (select from artist_credits where credit_id = ${artistId})
        and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)} group by member_id),
    deleted as (
      delete from artist_plays where artist_id = ${artistId} and not ${isServed}
        and member_id not in (select member_id from counted))
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, ${artistId}::bigint, plays, tracks from counted order by member_id
    on conflict (member_id, artist_id) do update set plays = excluded.plays, tracks_heard = excluded.tracks_heard
      where (artist_plays.plays, artist_plays.tracks_heard) <> (excluded.plays, excluded.tracks_heard)`.execute(tx)
  await sql`update artist_plays set tracks_heard = heard.tracks
    from (select member_id, (select count(distinct track_id) from chart_tracks
        where chart_tracks.member_id = own.member_id and ${isOfArtist('chart_tracks.artist_id', artistId)})::integer as tracks
      from artist_plays as own where artist_id = ${artistId} and ${isServed}) as heard
    where artist_plays.artist_id = ${artistId} and artist_plays.member_id = heard.member_id
      and artist_plays.tracks_heard <> heard.tracks`.execute(tx)
}

/** An artist's plays and heard tracks by a member. */
interface Counted {
  readonly memberId: number
  readonly artistId: number
  readonly plays: number
  readonly tracks: number
}

/**
 * Runs a change that moves plays between tracks, and adds the difference to `artist_plays`, without
 * reading the other tracks of the artists. The artists are no credits. Members with charts from a
 * service are left out: their rows move with the artist.
 */
export async function countMovedPlays<T>(tx: Tx, trackIds: readonly number[], move: () => Promise<T>): Promise<T> {
  const before = await countPlaysOfTracks(tx, trackIds)
  const moved = await move()
  const after = await countPlaysOfTracks(tx, trackIds)
  const changes = [...after, ...before.map((row) => ({ ...row, plays: -row.plays, tracks: -row.tracks }))]
  await changeArtistPlays(tx, changes)
  return moved
}

async function countPlaysOfTracks(tx: Tx, trackIds: readonly number[]): Promise<readonly Counted[]> {
  const { rows } = await sql<Counted>`select member_id as "memberId", artist_id as "artistId",
      sum(plays)::integer as plays, count(*)::integer as tracks from track_plays
    where track_id = any(${trackIds}::bigint[])
      and member_id not in ${selectAllServed()}
      and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)} group by 1, 2`.execute(tx)
  return rows
}

/** Adds changes to `artist_plays`. A row that reaches zero is deleted. */
async function changeArtistPlays(tx: Tx, changes: readonly Counted[]): Promise<void> {
  await sql`with changed as materialized (
      select member_id, artist_id, sum(plays)::integer as plays, sum(tracks)::integer as tracks
      from unnest(${changes.map(({ memberId }) => memberId)}::bigint[], ${changes.map(({ artistId }) => artistId)}::bigint[],
        ${changes.map(({ plays }) => plays)}::integer[], ${changes.map(({ tracks }) => tracks)}::integer[])
        as change (member_id, artist_id, plays, tracks)
      group by 1, 2 having sum(plays) <> 0 or sum(tracks) <> 0),
    emptied as (
      delete from artist_plays as own using changed where own.member_id = changed.member_id
        and own.artist_id = changed.artist_id and own.plays + changed.plays <= 0),
    lessened as (
      update artist_plays as own set plays = own.plays + changed.plays, tracks_heard = own.tracks_heard + changed.tracks
      from changed where own.member_id = changed.member_id and own.artist_id = changed.artist_id
        and changed.plays <= 0 and own.plays + changed.plays > 0)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, artist_id, plays, tracks from changed where plays > 0 order by 1, 2
    on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
      tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard`.execute(tx)
}
