import { type RawBuilder, sql } from 'kysely'
import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { Db } from '#server/db/open.ts'
import { isBelow, type Page } from '#server/db/page.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { notMutedBy, openTo } from '#server/db/visible-to.ts'
import { trackUrl } from '#server/listening/index.ts'
import { feedRevision } from './feed-revision.ts'
import type { SharedBroadcast, SharedBroadcasts } from './shared-broadcasts.ts'

/**
 * The page lengths in SQL: literals, so that PostgreSQL plans for the true length, and few, so that
 * there are few statements.
 */
const PAGE_LENGTHS = [10, 20, 50, 100]

/**
 * Returns a page of the feed of `viewerId`, newest first, without muted members. For visitors
 * (null) nothing is liked.
 */
export async function listBroadcasts(
  db: Db,
  shared: SharedBroadcasts,
  viewerId: number | null,
  page: Page,
): Promise<Broadcast[]> {
  const { revision, ids, liked } = await findPage(db, viewerId, page)
  const isLiked = new Set(liked)
  const broadcasts = await shared.find(db, ids, revision)
  return broadcasts.map((each) => toViewed(each, viewerId, isLiked.has(each.broadcast.id)))
}

function toViewed(shared: SharedBroadcast, viewerId: number | null, isLiked: boolean): Broadcast {
  const { broadcast, authorId, clientId, aboutIds, aboutSwap } = shared
  const isOwn = viewerId !== null && authorId === viewerId
  const isAbout = viewerId !== null && aboutIds.includes(viewerId)
  if (!isLiked && !isOwn && !isAbout) return broadcast
  const client_id = isOwn ? clientId : undefined
  return { ...broadcast, isLiked, client_id, about_swap: isAbout ? aboutSwap : undefined }
}

interface FeedPage {
  /** The revision of all feeds at which the page was read. */
  revision: string
  ids: number[]
  liked: number[]
}

/** Returns the ids of a page, and which of them the viewer likes: all that differs by viewer. */
async function findPage(db: Db, viewerId: number | null, page: Page): Promise<FeedPage> {
  const length = PAGE_LENGTHS.find((candidate) => candidate >= page.limit) ?? page.limit
  const { rows } = await markPrepared(sql<FeedPage>`
    select (${feedRevision}) as revision, coalesce(json_agg(id order by id desc), '[]') as ids,
      coalesce(json_agg(id) filter (where is_liked), '[]') as liked
    from (
      select broadcasts.id, ${isLikedBy(viewerId)} as is_liked from broadcasts
      where ${isInFeed(viewerId)} and ${isBelow(page, 'broadcasts.id')}
      order by broadcasts.id desc limit ${sql.lit(length)}) as page`).execute(db)
  const { revision, ids, liked } = rows[0] ?? { revision: '', ids: [], liked: [] }
  return { revision, ids: ids.slice(0, page.limit), liked }
}

/** Returns a member's broadcasts of tracks, most liked first, then newest first. */
export async function listTopBroadcastedTracks(
  db: Db,
  viewerId: number | null,
  authorId: number,
  limit: number,
): Promise<TopBroadcastedTrack[]> {
  const { rows } = await sql<TopRow>`
    select broadcasts.id, track_id, tracks.title as track, artists.name as artist, likes, ${isLikedBy(viewerId)} as is_liked
    from broadcasts join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where author_id = ${authorId} and type = 'Track' and ${isVisible(viewerId)}
    order by likes desc, broadcasts.id desc limit ${limit}`.execute(db)
  return rows.map(fromTopRow)
}

interface TopRow {
  id: number
  track_id: number
  track: string
  artist: string
  likes: number
  is_liked: boolean
}

const fromTopRow = ({ id, track_id, track, artist, likes, is_liked }: TopRow): TopBroadcastedTrack => ({
  broadcastid: id,
  track,
  artist,
  likes,
  isLiked: is_liked,
  lastfmtrackurl: trackUrl(artist, track),
  trackid: track_id,
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
      select broadcasts.id, track_id, tracks.title as track, artists.name as artist, likes, ${isLikedBy(viewerId)} as is_liked
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

/** Selects the id of the newest broadcast in the feed of `viewerId`, or null. */
export const selectNewestBroadcast = (viewerId: number | null): RawBuilder<number | null> =>
  sql<number | null>`(select id from broadcasts where ${isInFeed(viewerId)} order by id desc limit 1)`

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
const isLikedBy = (viewerId: number | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((select true from likes
        where broadcast_id = broadcasts.id and member_id = ${viewerId}), false)`
