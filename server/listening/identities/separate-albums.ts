import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { listFrom, listInto, selectPairs } from '../catalogue/pairs.ts'
import { isOfDay } from '../days.ts'
import type { UndoTwin } from './merge-rows.ts'
import { restoreRows, selectFormer } from './restore-rows.ts'

/** Gives albums their listens and plays back. No two have the same `into`. */
export async function separateAlbums(tx: Tx, twins: readonly UndoTwin[]): Promise<void> {
  if (twins.length === 0) return
  await restoreRows(tx, 'albums', twins)
  await returnListens(tx, twins)
  await recountAlbums(tx, twins)
}

/** Moves listens back by `merged_from` of their details, and their plays per day. */
async function returnListens(tx: Tx, twins: readonly UndoTwin[]): Promise<void> {
  await sql`update listen_details set album_id = from_id, merged_from = nullif(merged_from, from_id)
    from ${selectFormer(twins)}
    where album_id = any(${listInto(twins)}) and album_id = into_id and merged_from = former.id`.execute(tx)
  // The merged albums had no listens until then. Found by the days of the joined albums.
  await sql`with returned as materialized (
      select id, member_id, from_id, into_id from listen_details join ${selectPairs(twins)} on album_id = from_id
      where album_id = any(${listFrom(twins)})),
    days as materialized (
      select distinct member_id, day from album_plays_daily where (member_id, album_id) in (
        select member_id, album_id from album_plays where album_id = any(${listInto(twins)}))
        and member_id in (select member_id from returned)),
    heard as materialized (
      select days.member_id, day, details_id from days cross join lateral (
        select details_id from listens where listens.member_id = days.member_id and ${isOfDay('day')}
          and details_id is not null offset 0) as listen),
    counted as materialized (
      select heard.member_id, day, from_id, into_id, count(*)::integer as plays
      from heard join returned on returned.id = details_id group by 1, 2, 3, 4),
    emptied as (
      delete from album_plays_daily as played using counted where played.album_id = into_id
        and played.member_id = counted.member_id and played.day = counted.day and played.plays <= counted.plays),
    lessened as (
      update album_plays_daily as played set plays = played.plays - counted.plays from counted where played.album_id = into_id
        and played.member_id = counted.member_id and played.day = counted.day and played.plays > counted.plays)
    insert into album_plays_daily (member_id, album_id, day, plays)
    select member_id, from_id, day, plays from counted order by member_id, from_id, day`.execute(tx)
}

/** Counts the plays of both albums anew from their days, for all that have listened to either. */
async function recountAlbums(tx: Tx, twins: readonly UndoTwin[]): Promise<void> {
  const both = sql`any(${listFrom(twins)} || ${listInto(twins)})`
  await sql`with listeners as materialized (
      select distinct member_id from album_plays where album_id = any(${listInto(twins)})),
    counted as materialized (
      select member_id, album_id, sum(plays)::integer as plays, max(day) as latest from album_plays_daily
      where member_id in (select member_id from listeners) and album_id = ${both} group by 1, 2),
    deleted as (
      delete from album_plays as played where album_id = any(${listInto(twins)}) and not exists (
        select from counted where counted.member_id = played.member_id and counted.album_id = played.album_id))
    insert into album_plays as played (member_id, album_id, plays, latest)
    select member_id, album_id, plays, latest from counted order by member_id, album_id
    on conflict (member_id, album_id) do update set plays = excluded.plays, latest = excluded.latest
      where (played.plays, played.latest) <> (excluded.plays, excluded.latest)`.execute(tx)
}
