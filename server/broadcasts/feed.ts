import { type RawBuilder, sql } from 'kysely'
import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { Db } from '#server/db/open.ts'
import { isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { notMutedBy, openTo } from '#server/db/visible-to.ts'
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
  picture_url: string | null
  client_id: string | null
  about_user: string | null
  about_other: string | null
  about_swap: number | null
}

/**
 * The page lengths in SQL: literals, so that PostgreSQL plans for the true length, and few, so that
 * there are few statements.
 */
const PAGE_LENGTHS = [10, 20, 50, 100]

/**
 * Returns a page of the feed of `viewerId`, newest first, without muted members. For visitors
 * (null) nothing is liked.
 */
export async function listBroadcasts(db: Db, viewerId: number | null, page: Page): Promise<Broadcast[]> {
  const length = PAGE_LENGTHS.find((length) => length >= page.limit) ?? page.limit
  // The page first: joins of all broadcasts made planning and execution grow with their number.
  const { rows } = await markPrepared(sql<Row>`
    select page.id, author.name as author, page.title, body, type, track_id, page.created_at, likes,
      ${isLikedBy(viewerId, 'page.id')} as is_liked, tracks.title as track, artists.name as artist,
      author.picture_url, case when author_id = ${viewerId}::bigint then client_id end as client_id,
      about.name as about_user, about_other.name as about_other,
      case when ${viewerId}::bigint in (about_member_id, about_other_id) then about_swap_id end as about_swap
    from (
      select * from broadcasts
      where ${isInFeed(viewerId)} and ${isBelow(page, 'broadcasts.id')}
      order by broadcasts.id desc limit ${sql.lit(length)}) as page
    join members as author on author.id = author_id
    left join tracks on tracks.id = track_id left join artists on artists.id = tracks.artist_id
    left join members as about on about.id = about_member_id
    left join members as about_other on about_other.id = about_other_id
    order by page.id desc`).execute(db)
  return rows.slice(0, page.limit).map(fromRow)
}

function fromRow(row: Row): Broadcast {
  const { track, artist } = row
  const pictures = toPictures(row.picture_url)
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
    user_pfp_sm: pictures.pfpsm,
    user_pfp_med: pictures.pfpmed,
    user_pfp_lg: pictures.pfplg,
    user_pfp_xl: pictures.pfpxl,
    track: track ?? undefined,
    artist: artist ?? undefined,
    client_id: row.client_id ?? undefined,
    about_user: row.about_user ?? undefined,
    about_other: row.about_other ?? undefined,
    about_swap: row.about_swap ?? undefined,
  }
}

/** Returns a member's broadcasts of tracks, most liked first, then newest first. */
export async function listTopBroadcastedTracks(
  db: Db,
  viewerId: number | null,
  authorId: number,
  limit: number,
): Promise<TopBroadcastedTrack[]> {
  const { rows } = await sql<TopRow>`
    select broadcasts.id, tracks.title as track, artists.name as artist, likes, ${isLikedBy(viewerId)} as is_liked
    from broadcasts join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where author_id = ${authorId} and type = 'Track' and ${isVisible(viewerId)}
    order by likes desc, broadcasts.id desc limit ${limit}`.execute(db)
  return rows.map(fromTopRow)
}

interface TopRow {
  id: number
  track: string
  artist: string
  likes: number
  is_liked: boolean
}

const fromTopRow = ({ id, track, artist, likes, is_liked }: TopRow): TopBroadcastedTrack => ({
  broadcastid: id,
  track,
  artist,
  likes,
  isLiked: is_liked,
  lastfmtrackurl: trackUrl(artist, track),
})

/** Like {@link listTopBroadcastedTracks}, for several authors; omits authors without broadcasts. */
export async function listTopBroadcastedOfMany(
  db: Db,
  viewerId: number | null,
  authorIds: readonly number[],
  limit: number,
): Promise<Map<number, TopBroadcastedTrack[]>> {
  const { rows } = await sql<{ author: number } & TopRow>`
    select asked.id as author, top.* from unnest(${authorIds}::bigint[]) as asked(id) cross join lateral (
      select broadcasts.id, tracks.title as track, artists.name as artist, likes, ${isLikedBy(viewerId)} as is_liked
      from broadcasts join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
      where author_id = asked.id and type = 'Track' and ${isVisible(viewerId)}
      order by likes desc, broadcasts.id desc limit ${limit}) as top
    order by asked.id, likes desc, top.id desc`.execute(db)
  const byAuthor = new Map<number, TopBroadcastedTrack[]>()
  for (const { author, ...row } of rows) byAuthor.set(author, [...(byAuthor.get(author) ?? []), fromTopRow(row)])
  return byAuthor
}

/**
 * Returns the ids of the authors of the newest broadcasts and of the members that System's posts
 * mention, newest first.
 */
export async function listFeedMembers(db: Db, viewerId: number, length: number): Promise<number[]> {
  const { rows } = await sql<{ member: number }>`
    select member from (
      select id, author_id, about_member_id, about_other_id from broadcasts where ${isInFeed(viewerId)}
      order by id desc limit ${length}) as newest,
      unnest(array[author_id, about_member_id, about_other_id]) as member
    where member is not null group by member order by max(id) desc`.execute(db)
  return rows.map(({ member }) => member)
}

/** Returns the id of the newest broadcast in the feed of `viewerId`. */
export async function findNewestBroadcastId(db: Db, viewerId: number | null): Promise<number | undefined> {
  const { rows } = await markPrepared(sql<{ id: number }>`select id from broadcasts where ${isInFeed(viewerId)}
    order by id desc limit 1`).execute(db)
  return rows[0]?.id
}

/**
 * Returns the SQL condition that a broadcast is visible. A post by System is hidden with the
 * members it is about.
 */
export const isVisible = (viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`(hidden_at is null or author_id = ${viewerId}::bigint)
    and ${openTo(viewerId, 'broadcasts.author_id')}
    and ${openTo(viewerId, 'broadcasts.about_member_id')} and ${openTo(viewerId, 'broadcasts.about_other_id')}`

/**
 * Returns the SQL condition that a broadcast is visible and neither by nor about a muted member.
 */
const isInFeed = (viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`${isVisible(viewerId)} and ${notMutedBy(viewerId, 'broadcasts.author_id')}
    and ${notMutedBy(viewerId, 'broadcasts.about_member_id')} and ${notMutedBy(viewerId, 'broadcasts.about_other_id')}`

// A scalar subquery: PostgreSQL turns `exists` into a hash of all likes of the member.
const isLikedBy = (viewerId: number | null, column = 'broadcasts.id'): RawBuilder<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((select true from likes
        where broadcast_id = ${sql.ref(column)} and member_id = ${viewerId}), false)`
