import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { listFrom, type Pair, selectPairs } from '../catalogue/pairs.ts'
import { describeMerges, pointToMain, type UndoMerge } from './merge-rows.ts'

/**
 * Makes albums spellings of others, which receive their listens and plays. No two pairs have the same
 * `into`.
 */
export async function moveAlbums(tx: Tx, pairs: readonly Pair[]): Promise<readonly UndoMerge[]> {
  const undos = await describeMerges(tx, 'albums', pairs)
  await sql`update listen_details set album_id = into_id, merged_from = coalesce(merged_from, from_id)
    from ${selectPairs(pairs)} where album_id = any(${listFrom(pairs)}) and album_id = from_id`.execute(tx)
  await sql`with deleted as (
      delete from album_plays_daily using ${selectPairs(pairs)} where (member_id, album_id) in (
        select member_id, album_id from album_plays where album_id = any(${listFrom(pairs)})) and album_id = from_id
      returning member_id, into_id, day, plays)
    insert into album_plays_daily (member_id, album_id, day, plays)
    select member_id, into_id, day, plays from deleted order by member_id, into_id, day
    on conflict (member_id, album_id, day) do update set plays = album_plays_daily.plays + excluded.plays`.execute(tx)
  await sql`with deleted as (
      delete from album_plays using ${selectPairs(pairs)} where album_id = any(${listFrom(pairs)}) and album_id = from_id
      returning member_id, into_id, plays, latest)
    insert into album_plays (member_id, album_id, plays, latest)
    select member_id, into_id, plays, latest from deleted order by member_id, into_id
    on conflict (member_id, album_id) do update set plays = album_plays.plays + excluded.plays,
      latest = greatest(album_plays.latest, excluded.latest)`.execute(tx)
  await sql`update albums as main set release_mbid = own.release_mbid
    from ${selectPairs(pairs)} join albums as own on own.id = from_id
    where main.id = into_id and main.release_mbid is null and own.release_mbid is not null`.execute(tx)
  await pointToMain(tx, 'albums', pairs)
  return undos
}
