import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { listFrom, listInto, type Pair, selectPairs } from '../catalogue/pairs.ts'
import { deleteSentNames } from '../catalogue/sent-names.ts'
import { isOfDay } from '../days.ts'
import type { UndoTwin } from './merge-rows.ts'
import { restoreRows, selectFormer } from './restore-rows.ts'

/**
 * Gives tracks by one artist their listens back from tracks by one artist. No two have the same
 * `into`. The caller recounts the plays of the artists.
 */
export async function separateTracks(tx: Tx, artists: Pair, twins: readonly UndoTwin[]): Promise<void> {
  if (twins.length === 0) return
  await restoreRows(tx, 'tracks', twins)
  await returnPlays(tx, artists, twins)
  await recountTracks(tx, artists, twins)
  for (const table of ['track_feedback', 'later_tracks'])
    await sql`update ${sql.table(table)} as own set track_id = former.from_id, merged_from = nullif(own.merged_from, former.from_id)
      from ${selectFormer(twins)} where own.track_id = into_id and own.merged_from = former.id
        and not exists (select from ${sql.table(table)} as other where other.member_id = own.member_id
          and other.track_id = former.from_id)`.execute(tx)
  await restoreLinks(tx, twins)
  await deleteSentNames(tx, 'track', twins)
}

/**
 * Moves listens back by `merged_from`, and their plays per day. They are found by the days of the
 * tracks, and updated by their place in the table, as in `moveTracks`.
 */
async function returnPlays(
  tx: Tx,
  { from: fromArtist, into: intoArtist }: Pair,
  twins: readonly UndoTwin[],
): Promise<void> {
  await sql`with played as materialized (
      select member_id, day, track_id from plays_daily
      where artist_id = ${intoArtist} and track_id = any(${listInto(twins)}) and ${isOfListener(twins)}),
    found as materialized (
      select listen.place from played cross join lateral (
        select listens.ctid as place from listens
        where ${isOfDay('played.day')} and listens.member_id = played.member_id and track_id = played.track_id
          and merged_from is not null offset 0) as listen),
    returned as (
      update listens set track_id = from_id, merged_from = nullif(merged_from, from_id) from ${selectFormer(twins)}
      where listens.ctid = any(array(select place from found)) and merged_from = former.id and track_id = into_id
      returning member_id, (listened_at at time zone 'UTC')::date as day, from_id, into_id),
    counted as materialized (
      select member_id, day, from_id, into_id, count(*)::integer as plays from returned group by 1, 2, 3, 4),
    emptied as (
      delete from plays_daily as played using counted where played.member_id = counted.member_id
        and played.day = counted.day and track_id = into_id and played.plays <= counted.plays),
    lessened as (
      update plays_daily as played set plays = played.plays - counted.plays from counted
      where played.member_id = counted.member_id and played.day = counted.day and track_id = into_id
        and played.plays > counted.plays)
    insert into plays_daily (member_id, track_id, day, artist_id, plays)
    select member_id, from_id, day, ${fromArtist}::bigint, plays from counted
      order by member_id, day, from_id`.execute(tx)
}

/** Returns the condition that the member of a row has listened to the joined tracks. */
const isOfListener = (twins: readonly UndoTwin[]): RawBuilder<unknown> =>
  sql`member_id = any(array(select distinct member_id from track_plays where track_id = any(${listInto(twins)})))`

/** Counts the plays of both tracks anew from their days, for all that have listened to either. */
async function recountTracks(
  tx: Tx,
  { from: fromArtist, into: intoArtist }: Pair,
  twins: readonly UndoTwin[],
): Promise<void> {
  await sql`with counted as materialized (
      select member_id, track_id, artist_id, sum(plays)::integer as plays, max(day) as latest from plays_daily
      where artist_id in (${fromArtist}, ${intoArtist}) and track_id = any(${listFrom(twins)} || ${listInto(twins)})
        and ${isOfListener(twins)} group by 1, 2, 3),
    emptied as (
      delete from track_plays as played where track_id = any(${listInto(twins)}) and not exists (
        select from counted where counted.member_id = played.member_id and counted.track_id = played.track_id))
    insert into track_plays as played (member_id, track_id, artist_id, plays, latest)
    select member_id, track_id, artist_id, plays, latest from counted order by member_id, track_id
    on conflict (member_id, track_id) do update set plays = excluded.plays, latest = excluded.latest
      where (played.plays, played.latest) <> (excluded.plays, excluded.latest)`.execute(tx)
}

/** Restores the links of both tracks; those that were found since stay with the main one. */
async function restoreLinks(tx: Tx, twins: readonly UndoTwin[]): Promise<void> {
  const links = twins.flatMap(({ undo }) => undo.links ?? [])
  const former = sql`jsonb_populate_recordset(null::track_links, ${JSON.stringify(links)}::jsonb)`
  const sides = sql`(select from_id as id, into_id from ${selectPairs(twins)}
    union all select into_id, into_id from ${selectPairs(twins)})`
  await sql`delete from track_links as link using ${sides} as side, ${former} as former
      join ${sides} as former_side on former_side.id = former.track_id
    where link.track_id = side.id and side.into_id = former_side.into_id
      and link.service = former.service and link.external_id = former.external_id`.execute(tx)
  await sql`insert into track_links select * from ${former} as former on conflict do nothing`.execute(tx)
}
