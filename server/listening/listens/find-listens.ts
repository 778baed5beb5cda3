import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import { isOfDay } from '../days.ts'
import type { ListenDetails } from './listen-details.ts'
import { type ListenKey, selectListenMicros } from './listen-id.ts'
import { type DetailsRow, joinDetails, selectDetails, toDetails } from './read-details.ts'
import { type Source, toSource } from './sources.ts'

export interface StoredListen extends ListenKey {
  readonly source: Source
  /** 0 without an album. */
  readonly albumId: number
  /** Null and undefined without details. */
  readonly detailsId: number | null
  readonly details: ListenDetails | undefined
}

/** The listens to a track; with `albumId`, 0 for none, only those on an album. */
interface Alike {
  readonly trackId: number
  readonly albumId?: number | undefined
}

/**
 * How many corrections in a row are followed: a listen that was corrected more often is not found by
 * its first id, and one that arrives is corrected no further.
 */
export const HOPS_MAX = 10

/**
 * Returns a member's listen; if it has been corrected since, as it is now. Undefined if there is
 * none, because it was deleted for instance.
 */
export async function findListen(db: Db, memberId: number, key: ListenKey): Promise<StoredListen | undefined> {
  let tracks: readonly number[] = [key.trackId]
  for (let hop = 0; hop < HOPS_MAX && tracks.length > 0; hop++) {
    const main = sql`select coalesce(merged_into, id) from tracks where id = any(${tracks}::bigint[])`
    const [found] = await selectStored(
      db,
      sql`select listened_at, track_id, source, details_id from listens where member_id = ${memberId}
        and listened_at = ${fromMicros(sql`${key.micros}`)} and track_id in (${main})`,
    )
    if (found !== undefined) return found
    tracks = await listNextTracks(db, memberId, key.micros, main)
  }
  return undefined
}

/** Returns the tracks that a listen to a track may have been corrected to. */
async function listNextTracks(
  db: Db,
  memberId: number,
  micros: number,
  main: RawBuilder<unknown>,
): Promise<readonly number[]> {
  // By the main track and its other spellings: an imported file may have thousands of changes at one time.
  const isMain = (column: string) => sql`${sql.ref(column)} = any(array(
    select id from tracks where id = any(array(${main})) union all select id from tracks where merged_into = any(array(${main}))))`
  const isOfArtist = (track: string) => sql`${sql.ref(track)} = (select coalesce(artists.merged_into, artists.id)
    from tracks join artists on artists.id = artist_id where tracks.id = listen_corrections.track_id)`
  const { rows } = await sql<{ id: number }>`
    select moved_to as id from changed_listens where member_id = ${memberId} and moved_to is not null
      and listened_at = ${fromMicros(sql`${micros}`)} and ${isMain('changed_listens.track_id')}
    union select to_track from listen_corrections where member_id = ${memberId}
      and to_track <> track_id and ${isMain('listen_corrections.track_id')}
    union select twin.id from listen_corrections join tracks as target on target.id = to_track
      join artists as artist on artist.id = target.artist_id
      join tracks as own on own.id in (${main}) and ${isOfArtist('own.artist_id')}
      join tracks as twin on twin.artist_id = coalesce(artist.merged_into, artist.id) and twin.title_key = own.title_key
      where listen_corrections.member_id = ${memberId} and of_artist and twin.id <> own.id`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Returns a member's listens to an artist, found by the days on which it was played; at most `max`.
 */
export function listOfArtist(db: Db, memberId: number, trackId: number, max: number): Promise<readonly StoredListen[]> {
  return selectStored(db, sql`${selectOfArtist(memberId, trackId)} limit ${max}`)
}

/** Returns a member's listens to a track, found by the days on which it was played. */
export function listAlike(db: Db, memberId: number, { trackId, albumId }: Alike): Promise<readonly StoredListen[]> {
  const isOnAlbum =
    albumId === undefined
      ? sql`true`
      : sql`coalesce((select album_id from listen_details where id = details_id), 0) = ${albumId}`
  return selectStored(db, sql`${selectOfArtist(memberId, trackId)} and played.track_id = ${trackId} and ${isOnAlbum}`)
}

/** Selects a member's listens to the artist of a track, by the days on which it was played. */
const selectOfArtist = (memberId: number, trackId: number) => sql`
  select listened_at, listens.track_id, source, details_id from plays_daily as played
  join listens on listens.member_id = played.member_id and listens.track_id = played.track_id
    and ${isOfDay('day')}
  where played.member_id = ${memberId} and played.artist_id = (select artist_id from tracks where id = ${trackId})`

async function selectStored(db: Db, listens: RawBuilder<unknown>): Promise<readonly StoredListen[]> {
  const { rows } = await sql<DetailsRow & ListenKey & { source: number; detailsId: number | null }>`
    select ${selectListenMicros} as micros, track_id as "trackId", source, details_id as "detailsId", ${selectDetails}
    from (${listens}) as listen ${joinDetails}
    order by listened_at, track_id`.execute(db)
  return rows.map((row) => ({
    micros: row.micros,
    trackId: row.trackId,
    source: toSource(row.source),
    albumId: row.albumId ?? 0,
    detailsId: row.detailsId,
    details: row.detailsId === null ? undefined : toDetails(row),
  }))
}
