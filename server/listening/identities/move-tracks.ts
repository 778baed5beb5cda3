import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { listFrom, type Pair, selectPairs } from '../catalogue/pairs.ts'
import { moveSentNames } from '../catalogue/sent-names.ts'
import { isOfDay } from '../days.ts'
import { moveLaterTracks } from '../later/store.ts'
import { moveLibrarySongs, moveTrackLinks } from '../links/move-track-links.ts'
import { selectAllServed } from '../listens/served-by.ts'
import { moveFeedback } from '../loved/store.ts'
import { describeMerges, mergeRows, type UndoMerge } from './merge-rows.ts'

/*
 * Merging tracks: each statement moves the rows of all of them, however many they are, since it reads
 * the days of the artist once.
 */

/**
 * Moves the listens and plays of tracks by one artist to tracks by one artist, the same or another.
 * No two pairs have the same `into`. The caller recounts the plays of the artists.
 */
export async function moveTracks(tx: Tx, artists: Pair, pairs: readonly Pair[]): Promise<readonly UndoMerge[]> {
  const [described, links] = [await describeMerges(tx, 'tracks', pairs), await listLinks(tx, pairs)]
  const undos = described.map((undo, place) => ({ ...undo, links: links[place] ?? [] }))
  await moveSentNames(tx, 'track', pairs)
  await movePlays(tx, artists, pairs)
  await addUpCharts(tx, artists, pairs)
  await moveFeedback(tx, pairs)
  await moveTrackLinks(tx, pairs)
  await moveLibrarySongs(tx, pairs)
  await moveLaterTracks(tx, pairs)
  await mergeRows(tx, 'tracks', pairs, undos)
  return undos
}

/** Returns the rows of `track_links` for both tracks of each pair. */
async function listLinks(tx: Tx, pairs: readonly Pair[]): Promise<readonly (readonly object[])[]> {
  const ids = pairs.flatMap(({ from, into }) => [from, into])
  const { rows } = await sql<{ track_id: number; link: object }>`select track_id, to_jsonb(track_links) as link
    from track_links where track_id = any(${ids}::bigint[]) order by track_id, service, place`.execute(tx)
  const byTrack = Map.groupBy(rows, (row) => row.track_id)
  return pairs.map(({ from, into }) => [from, into].flatMap((id) => (byTrack.get(id) ?? []).map(({ link }) => link)))
}

/**
 * Moves listens, and adds the plays of tracks to those of the others. Different sources may have
 * reported the same listens under both spellings: as in `insertListens`, one of each is retained.
 * Listens are found by the days of their plays, and updated by their place in the table: for an
 * unknown number of rows the planner would read a whole table.
 */
async function movePlays(tx: Tx, { from: fromArtist, into: intoArtist }: Pair, pairs: readonly Pair[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`with played as materialized (${selectPlayed(fromArtist, pairs)}),
    found as materialized (
      select listen.place, is_double from played cross join lateral (
        select listens.ctid as place, ${hasTwin(sql`into_id`)} as is_double from listens
        where ${isOfDay('played.day')} and listens.member_id = played.member_id and track_id = from_id offset 0) as listen),
    deleted as (
      delete from listens using ${selectPairs(pairs)}
      where listens.ctid = any(array(select place from found where is_double)) and track_id = from_id
      returning member_id, into_id, (listened_at at time zone 'UTC')::date as day, source, details_id),
    moved as (
      update listens set track_id = into_id, merged_from = coalesce(merged_from, from_id) from ${selectPairs(pairs)}
      where listens.ctid = any(array(select place from found where not is_double)) and track_id = from_id),
    checks as (
      insert into fairness_checks (member_id, first_day, last_day)
      select member_id, min(day), max(day) from deleted group by member_id),
    ${takeFromAlbums()},
    sources as (
      update listen_sources set listens = listen_sources.listens - fewer.listens
      from (select member_id, source, count(*) as listens from deleted group by 1, 2) as fewer
      where listen_sources.member_id = fewer.member_id and listen_sources.source = fewer.source),
    emptied as (delete from plays_daily where ctid = any(array(select place from played))),
    emptied_tracks as (delete from track_plays where track_id = any(${listFrom(pairs)})),
    days as materialized (
      select member_id, into_id, day, sum(plays)::integer as plays
      from (select member_id, into_id, day, plays from played
        union all select member_id, into_id, day, -1 from deleted) as each
      group by 1, 2, 3 having sum(plays) > 0),
    added as (
      insert into plays_daily (member_id, track_id, day, artist_id, plays)
      select member_id, into_id, day, ${intoArtist}::bigint, plays from days order by member_id, day, into_id
      on conflict (member_id, day, track_id) do update set plays = plays_daily.plays + excluded.plays),
    added_up as (
      insert into track_plays (member_id, track_id, artist_id, plays, latest)
      select member_id, into_id, ${intoArtist}::bigint, sum(plays), max(day) from days
      group by member_id, into_id order by member_id, into_id
      on conflict (member_id, track_id) do update set plays = track_plays.plays + excluded.plays,
        latest = greatest(track_plays.latest, excluded.latest))
    select distinct member_id as id from deleted order by id`.execute(tx)
  // The deleted record may have been a member's first.
  await sql`update members set listens_since = (select min(listened_at) from listens where member_id = members.id)
    where id = any(${rows.map(({ id }) => id)}::bigint[])
      and id not in ${selectAllServed()}`.execute(tx)
}

/**
 * Selects the days on which tracks were played. `plays_daily` has no index by track: those of the
 * listeners' days of the artist are read.
 */
const selectPlayed = (artistId: number, pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  select member_id, day, plays, from_id, into_id, played.ctid as place
  from plays_daily as played join ${selectPairs(pairs)} on track_id = from_id
  where artist_id = ${artistId} and member_id = any(array(
    select distinct member_id from track_plays where track_id = any(${listFrom(pairs)})))`

/** Returns whether another source has reported one of `listens` under another track. */
const hasTwin = (trackId: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from listens as twin where twin.member_id = listens.member_id and twin.track_id = ${trackId}
    and twin.listened_at between listens.listened_at - interval '60 s' and listens.listened_at + interval '60 s'
    and (twin.listened_at = listens.listened_at or twin.source <> listens.source))`

/**
 * Returns common table expressions that subtract the listens in `deleted` from album plays. A row
 * that reaches zero is deleted.
 */
const takeFromAlbums = (): RawBuilder<unknown> => sql`
    less_on_albums as materialized (
      select deleted.member_id, album_id, day, count(*)::integer as plays
      from deleted join listen_details on listen_details.id = details_id and album_id is not null group by 1, 2, 3),
    emptied_days as (
      delete from album_plays_daily as played using less_on_albums as less where played.member_id = less.member_id
        and played.day = less.day and played.album_id = less.album_id and played.plays <= less.plays),
    lessened_days as (
      update album_plays_daily as played set plays = played.plays - less.plays from less_on_albums as less
      where played.member_id = less.member_id and played.day = less.day and played.album_id = less.album_id
        and played.plays > less.plays),
    less_of_all_days as (select member_id, album_id, sum(plays)::integer as plays from less_on_albums group by 1, 2),
    emptied_albums as (
      delete from album_plays as played using less_of_all_days as less where played.member_id = less.member_id
        and played.album_id = less.album_id and played.plays <= less.plays),
    lessened_albums as (
      update album_plays as played set plays = played.plays - less.plays from less_of_all_days as less
      where played.member_id = less.member_id and played.album_id = less.album_id and played.plays > less.plays)`

/** Adds the chart rows that a service fills for tracks to those for the others. */
async function addUpCharts(
  tx: Tx,
  { from: fromArtist, into: intoArtist }: Pair,
  pairs: readonly Pair[],
): Promise<void> {
  await sql`with sides as (
      select from_id as track_id, ${fromArtist}::bigint as artist_id, into_id from ${selectPairs(pairs)}
      union all select into_id, ${intoArtist}::bigint, into_id from ${selectPairs(pairs)}),
    deleted as (
      delete from chart_tracks as chart using sides
      where chart.artist_id = sides.artist_id and chart.track_id = sides.track_id
      returning member_id, period, into_id, plays, place)
    insert into chart_tracks (member_id, period, artist_id, track_id, plays, place)
    select member_id, period, ${intoArtist}::bigint, into_id, least(sum(plays), 2147483647), min(place) from deleted
    group by member_id, period, into_id`.execute(tx)
}
