import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { isIgnored } from '#server/listening/catalogue/ignored.ts'
import { albumUrl } from '#server/listening/catalogue/track-url.ts'
import { isOfDay } from '#server/listening/days.ts'
import { NO_IMAGES } from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'

/** The most listeners, and latest days of each, with listens in which an album is looked for. */
const LISTENERS_MAX = 30
const DAYS_MAX = 40

interface TrackAlbum {
  readonly title: string
  readonly artist: string
  readonly release: string | null
  readonly number: number | null
}

/**
 * Returns `album` of a track.getInfo response: the album in the member's latest listen of the track
 * that names one, or in a listen by the most frequent listener on leaderboards that the member may
 * see. Empty without one, as Last.fm's response is. The release and the track number are those in own
 * listens: another member can name any.
 */
export async function readTrackAlbum(
  db: Db,
  trackId: number,
  memberId: number,
): Promise<{ readonly album?: LastfmValue }> {
  const { rows } = await sql<TrackAlbum>`
    select albums.title, artists.name as artist,
      case when is_own then latest.release_mbid::text end as release, case when is_own then latest.track_number end as number
    from (
      select member_id, artist_id, plays, member_id = ${memberId} as is_own from track_plays
      where track_id = ${trackId} and (member_id = ${memberId} or (${isOnBoards('track_plays.member_id')}
        and ${visibleTo(memberId, 'track_plays.member_id')} and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)}))
      order by is_own desc, plays desc, member_id limit ${sql.lit(LISTENERS_MAX)}) as listener
    cross join lateral (
      select details.* from (
        select day from plays_daily where member_id = listener.member_id and artist_id = listener.artist_id
          and track_id = ${trackId} order by day desc limit ${sql.lit(DAYS_MAX)}) as played
      join listens on listens.member_id = listener.member_id and listens.track_id = ${trackId}
        and ${isOfDay('day')}
      join listen_details as details on details.id = listens.details_id and details.album_id is not null
      order by listened_at desc limit 1) as latest
    join albums on albums.id = latest.album_id join artists on artists.id = albums.artist_id
    order by is_own desc, listener.plays desc, listener.member_id limit 1`.execute(db)
  const [row] = rows
  return row === undefined ? {} : { album: toAlbum(row) }
}

const toAlbum = ({ title, artist, release, number }: TrackAlbum): LastfmValue => ({
  artist,
  title,
  mbid: release ?? '',
  url: albumUrl(artist, title),
  image: NO_IMAGES,
  ...(number !== null && { '@attr': { position: String(number) } }),
})
