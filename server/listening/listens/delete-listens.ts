import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import { joinCredits, selectCredited } from '../catalogue/credits.ts'
import { selectIgnored } from '../catalogue/ignored.ts'
import { lockListens } from '../catalogue/lock.ts'
import type { ListenKey } from './listen-id.ts'
import { isServed } from './served-by.ts'

/** A time range: from `from`, inclusive, to `until`, exclusive. */
export interface Range {
  readonly from: Date
  readonly until: Date
}

/** The listens to delete: in a time range, or single ones. */
export type Deleted = Range | { readonly listens: readonly ListenKey[] }

/**
 * Deletes a member's listens, subtracts them from all counts, and deletes pending scrobbles in a
 * range. Returns the number of deleted listens that had been counted.
 */
export async function deleteListens(tx: Tx, memberId: number, which: Deleted): Promise<number> {
  await lockListens(tx, memberId)
  if ('from' in which)
    await sql`delete from scrobble_inbox where member_id = ${memberId} and ${isInRange(which)}`.execute(tx)
  const { rows } = await sql<{ deleted: number; artists: number[]; tracks: number[]; albums: number[] }>`
    with deleted as (
      delete from listens where member_id = ${memberId} and ${'from' in which ? isInRange(which) : isOneOf(which.listens)}
      returning track_id, listened_at, source, details_id),
    counted as (
      select track_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays from deleted group by 1, 2),
    emptied as (
      delete from plays_daily using counted where member_id = ${memberId} and plays_daily.track_id = counted.track_id
        and plays_daily.day = counted.day and plays_daily.plays <= counted.plays),
    lessened as (
      update plays_daily set plays = plays_daily.plays - counted.plays from counted
      where member_id = ${memberId} and plays_daily.track_id = counted.track_id
        and plays_daily.day = counted.day and plays_daily.plays > counted.plays),
    on_albums as (
      select album_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays
      from deleted join listen_details on listen_details.id = details_id and album_id is not null group by 1, 2),
    emptied_albums as (
      delete from album_plays_daily using on_albums where member_id = ${memberId}
        and album_plays_daily.album_id = on_albums.album_id and album_plays_daily.day = on_albums.day
        and album_plays_daily.plays <= on_albums.plays),
    lessened_albums as (
      update album_plays_daily set plays = album_plays_daily.plays - on_albums.plays from on_albums
      where member_id = ${memberId} and album_plays_daily.album_id = on_albums.album_id
        and album_plays_daily.day = on_albums.day and album_plays_daily.plays > on_albums.plays),
    doubles as (
      delete from listen_doubles as double using deleted, tracks where double.member_id = ${memberId} and removed_at is null
        and double.listened_at = deleted.listened_at and tracks.id = double.track_id
        and deleted.track_id = coalesce(merged_into, id)),
    doubles_of as (
      delete from listen_doubles as double using deleted, tracks where double.member_id = ${memberId} and removed_at is null
        and kept_at = deleted.listened_at and tracks.id = kept_track and deleted.track_id = coalesce(merged_into, id)),
    checks as (
      insert into fairness_checks (member_id, first_day, last_day)
      select ${memberId}::bigint, min(day), max(day) from counted having count(*) > 0),
    by_source as (
      update listen_sources set listens = listen_sources.listens - less.listens
      from (select source, count(*) as listens from deleted group by 1) as less
      where member_id = ${memberId} and listen_sources.source = less.source)
    select (select count(*) from deleted) as deleted, (select coalesce(json_agg(distinct ${selectCredited('tracks.artist_id')}), '[]')
      from counted join tracks on tracks.id = track_id ${joinCredits('tracks.artist_id')}) as artists,
      (select coalesce(json_agg(distinct track_id), '[]') from counted) as tracks,
      (select coalesce(json_agg(distinct album_id), '[]') from on_albums) as albums`.execute(tx)
  const { deleted, artists, tracks, albums } = rows[0] ?? { deleted: 0, artists: [], tracks: [], albums: [] }
  if (deleted === 0) return 0
  await recountPlays(tx, memberId, 'track', tracks)
  await recountPlays(tx, memberId, 'album', albums)
  await sql`delete from listen_sources where member_id = ${memberId} and listens = 0`.execute(tx)
  if (await isServed(tx, memberId)) return deleted
  await recountArtists(tx, memberId, artists)
  await sql`update members set listens_since = (select min(listened_at) from listens where member_id = ${memberId})
    where id = ${memberId}`.execute(tx)
  return deleted
}

export const isInRange = ({ from, until }: Range) => sql`listened_at >= ${from.toISOString()}::timestamptz
  and listened_at < ${until.toISOString()}::timestamptz`

const isOneOf = (listens: readonly ListenKey[]) => sql`(listened_at, track_id) in (
  select ${fromMicros(sql`micros`)}, id from unnest(${listens.map(({ micros }) => micros)}::bigint[],
    ${listens.map(({ trackId }) => trackId)}::bigint[]) as single (micros, id))`

/** Recounts the plays for these tracks or albums from the remaining days. */
async function recountPlays(tx: Tx, memberId: number, kind: 'track' | 'album', ids: readonly number[]): Promise<void> {
  const [plays, id] = [sql.table(`${kind}_plays`), sql.ref(`${kind}_id`)]
  const daily = sql.table(kind === 'track' ? 'plays_daily' : 'album_plays_daily')
  await sql`with remaining as (
      select ${id} as id, sum(plays)::integer as plays, max(day) as latest from ${daily}
      where member_id = ${memberId} and ${id} = any(${ids}::bigint[]) group by ${id}),
    deleted as (
      delete from ${plays} where member_id = ${memberId} and ${id} = any(${ids}::bigint[])
        and ${id} not in (select id from remaining))
    update ${plays} set plays = remaining.plays, latest = remaining.latest from remaining
    where member_id = ${memberId} and ${id} = remaining.id`.execute(tx)
}

/** Recounts the plays and heard tracks for these artists from the plays of their tracks. */
export async function recountArtists(tx: Tx, memberId: number, artistIds: readonly number[]): Promise<void> {
  await sql`with counted as materialized (
      select ${selectCredited('track_plays.artist_id')} as artist_id, sum(plays)::integer as plays, count(*)::integer as tracks
      from track_plays ${joinCredits('track_plays.artist_id')}
      where member_id = ${memberId} and track_plays.artist_id = any(array(select unnest(${artistIds}::bigint[])
          union all select credit_id from artist_credits where artist_credits.artist_id = any(${artistIds}::bigint[])))
        and ${selectCredited('track_plays.artist_id')} = any(${artistIds}::bigint[])
        and track_plays.artist_id not in ${selectIgnored(memberId)} group by 1),
    deleted as (
      delete from artist_plays where member_id = ${memberId} and artist_id = any(${artistIds}::bigint[])
        and artist_id not in (select artist_id from counted))
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select ${memberId}::bigint, artist_id, plays, tracks from counted order by 2
    on conflict (member_id, artist_id) do update
      set plays = excluded.plays, tracks_heard = excluded.tracks_heard`.execute(tx)
}
