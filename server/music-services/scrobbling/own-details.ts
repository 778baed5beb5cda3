import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isOfDay } from '#server/listening/days.ts'

/** The details in the latest listen of a track, or of an artist alone. */
interface OwnDetails {
  readonly id: number
  readonly recordingMbid: string | null
  readonly artistMbids: readonly string[] | null
  readonly album: string | null
}

/**
 * Returns what a member's own listens say about tracks or artists. The catalogue has an MBID only once
 * several members have sent it (docs/identity.md).
 */
export async function listOwnDetails(
  db: Db,
  memberId: number,
  kind: 'artists' | 'tracks',
  ids: readonly number[],
): Promise<ReadonlyMap<number, OwnDetails>> {
  const isOfEntry =
    kind === 'artists'
      ? sql`played.artist_id = entry.id and cardinality(details.artist_mbids) = 1`
      : sql`played.track_id = entry.id and played.artist_id = (select artist_id from tracks where tracks.id = entry.id)`
  const { rows } = await sql<OwnDetails>`select entry.id, found."recordingMbid", found."artistMbids", found.album
    from unnest(${ids}::bigint[]) as entry (id) cross join lateral (
      select details.recording_mbid::text as "recordingMbid", details.artist_mbids::text[] as "artistMbids", albums.title as album
      from plays_daily as played
      join listens on listens.member_id = played.member_id and listens.track_id = played.track_id
        and ${isOfDay('day')}
      join listen_details as details on details.id = details_id
      left join albums on albums.id = details.album_id
      where played.member_id = ${memberId} and ${isOfEntry}
      order by day desc, listened_at desc limit 1) as found`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
