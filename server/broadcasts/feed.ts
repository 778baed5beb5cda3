import { type RawBuilder, sql } from 'kysely'
import type { Broadcast } from '#contract/broadcasts.ts'
import type { TopBroadcastedTrack } from '#contract/listening.ts'
import type { Db } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { trackUrl } from '#server/listening/index.ts'

interface Row {
  id: number
  author: string
  title: string
  body: string
  type: string
  track_id: number | null
  created_at: Date
  likes: number
  is_liked: boolean
  track: string | null
  artist: string | null
  picture: string
  client_id: string | null
}

export interface Page {
  readonly limit: number
  /** Only those with a smaller id: the page below. */
  readonly before?: number | undefined
}

/** Broadcasts that `viewerId` may see, newest first. Visitors (null) like nothing. */
export async function listBroadcasts(db: Db, viewerId: number | null, page: Page): Promise<Broadcast[]> {
  const { rows } = await sql<Row>`
    select broadcasts.id, author.name as author, broadcasts.title, body, type, track_id, broadcasts.created_at, likes,
      ${isLikedBy(viewerId)} as is_liked, tracks.title as track, artists.name as artist,
      coalesce(author.picture_url, '') as picture,
      case when author_id = ${viewerId}::bigint then client_id end as client_id
    from broadcasts
    join members as author on author.id = author_id
    left join tracks on tracks.id = track_id left join artists on artists.id = tracks.artist_id
    where ${isVisible(viewerId)} and ${page.before === undefined ? sql`true` : sql`broadcasts.id < ${page.before}`}
    order by broadcasts.id desc limit ${page.limit}`.execute(db)
  return rows.map(fromRow)
}

function fromRow(row: Row): Broadcast {
  const { track, artist, picture } = row
  return {
    id: row.id,
    user: row.author,
    title: row.title,
    body: row.body,
    type: row.type,
    relatedid: row.track_id,
    timestamp: row.created_at.toISOString(),
    likes: row.likes,
    isLiked: row.is_liked,
    track_url: track === null || artist === null ? '' : trackUrl(artist, track),
    user_pfp_sm: picture,
    user_pfp_med: picture,
    user_pfp_lg: picture,
    user_pfp_xl: picture,
    track: track ?? undefined,
    artist: artist ?? undefined,
    client_id: row.client_id ?? undefined,
  }
}

/** A member's broadcasts of tracks, most liked first, of equal ones the newest. */
export async function listTopBroadcastedTracks(
  db: Db,
  viewerId: number | null,
  authorId: number,
  limit: number,
): Promise<TopBroadcastedTrack[]> {
  const { rows } = await sql<{ id: number; track: string; artist: string; likes: number; is_liked: boolean }>`
    select broadcasts.id, tracks.title as track, artists.name as artist, likes, ${isLikedBy(viewerId)} as is_liked
    from broadcasts join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where author_id = ${authorId} and type = 'Track' and ${isVisible(viewerId)}
    order by likes desc, broadcasts.id desc limit ${limit}`.execute(db)
  return rows.map(({ id, track, artist, likes, is_liked }) => ({
    broadcastid: id,
    track,
    artist,
    likes,
    isLiked: is_liked,
    lastfmtrackurl: trackUrl(artist, track),
  }))
}

/** The id of the newest broadcast that `viewerId` may see. */
export async function findNewestBroadcastId(db: Db, viewerId: number | null): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from broadcasts where ${isVisible(viewerId)}
    order by id desc limit 1`.execute(db)
  return rows[0]?.id
}

/** A post of System is hidden with the members that it is about. */
export const isVisible = (viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`${visibleTo(viewerId, 'broadcasts.author_id')}
    and ${visibleTo(viewerId, 'broadcasts.about_member_id')} and ${visibleTo(viewerId, 'broadcasts.about_other_id')}`

const isLikedBy = (viewerId: number | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from likes where broadcast_id = broadcasts.id and member_id = ${viewerId})`
