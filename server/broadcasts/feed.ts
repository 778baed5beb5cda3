import { type RawBuilder, sql } from 'kysely'
import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { isBroadcastOpen } from '#server/activity/index.ts'
import type { Db } from '#server/db/open.ts'
import { isBelow, type Page } from '#server/db/page.ts'
import { notMutedBy, openTo } from '#server/db/visible-to.ts'
import { trackUrl } from '#server/listening/index.ts'
import { isLikedBy, readBroadcasts, type SelectIds } from './read-page.ts'

/**
 * Returns a page of `viewerId`'s feed, newest first, without muted members. For visitors (null)
 * nothing is liked.
 */
export const listBroadcasts = (db: Db, viewerId: number | null, page: Page): Promise<Broadcast[]> =>
  readBroadcasts(db, viewerId, page, selectNewest(isInFeed(viewerId), page))

/**
 * Returns one broadcast as a list, also by or about a muted member; none if `viewerId` may not see
 * it.
 */
export const listBroadcastWithId = (db: Db, viewerId: number | null, id: number): Promise<Broadcast[]> =>
  readBroadcasts(
    db,
    viewerId,
    { limit: 1 },
    () => sql`select broadcasts.id from broadcasts where broadcasts.id = ${id} and ${isVisible(viewerId)}`,
  )

/** Returns a page of one member's broadcasts that `viewerId` may see, newest first. */
export const listBroadcastsOfMember = (
  db: Db,
  viewerId: number | null,
  page: Page & { readonly authorId: number },
): Promise<Broadcast[]> => {
  const isByAuthor = sql`broadcasts.author_id = ${page.authorId} and ${isVisible(viewerId)}`
  return readBroadcasts(db, viewerId, page, selectNewest(isByAuthor, page))
}

const selectNewest =
  (condition: RawBuilder<unknown>, page: Page): SelectIds =>
  (length) =>
    sql`select broadcasts.id from broadcasts where ${condition} and ${isBelow(page, 'broadcasts.id')}
      order by broadcasts.id desc limit ${length}`

/**
 * How many newest broadcasts to search first for ones by followed members: they fill a page for
 * most members that follow many.
 */
const SEARCHED_FIRST = 1000

/**
 * Returns a page of broadcasts by a member and the members that it follows, newest first. The work
 * grows with the follow count at most, and never with the broadcast count.
 */
export async function listFollowedBroadcasts(db: Db, memberId: number, page: Page): Promise<Broadcast[]> {
  const found = await readBroadcasts(db, memberId, page, selectFollowedAmongNewest(memberId, page))
  if (found.length === page.limit) return found
  return readBroadcasts(db, memberId, page, selectFollowed(memberId, page))
}

const selectFollowedAmongNewest =
  (memberId: number, page: Page): SelectIds =>
  (length) =>
    sql`select broadcasts.id from (
      select * from broadcasts where ${isBelow(page, 'broadcasts.id')}
      order by broadcasts.id desc limit ${sql.lit(SEARCHED_FIRST)}) as broadcasts
    where (author_id = ${memberId} or exists (
        select from follows where follower_id = ${memberId} and followee_id = broadcasts.author_id))
      and ${isInFeed(memberId)}
    order by broadcasts.id desc limit ${length}`

/**
 * Selects each followed member's newest row, and then pages for only the members that can be in the
 * page.
 */
const selectFollowed =
  (memberId: number, page: Page): SelectIds =>
  (length) => {
    const selectByAuthor = (author: RawBuilder<unknown>, count: RawBuilder<unknown>) =>
      selectNewest(sql`broadcasts.author_id = ${author} and ${isInFeedOfOpenAuthor(memberId)}`, page)(count)
    return sql`select newest.id from (
        select authors.id from (
          select followee_id as id from follows where follower_id = ${memberId}
            and ${openTo(memberId, 'follows.followee_id')} and ${notMutedBy(memberId, 'follows.followee_id')}
          union all select ${memberId}::bigint) as authors
        cross join lateral (${selectByAuthor(sql`authors.id`, sql`1`)}) as latest
        order by latest.id desc limit ${length}) as nearest
      cross join lateral (${selectByAuthor(sql`nearest.id`, length)}) as newest
      order by newest.id desc limit ${length}`
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

/** Returns members' track broadcasts, most liked first, then newest first, without members that have none. */
export async function listTopBroadcastedTracks(
  db: Db,
  viewerId: number | null,
  authorIds: readonly number[],
  limit: number,
): Promise<Map<number, TopBroadcastedTrack[]>> {
  const { rows } = await sql<{ author: number } & TopRow>`
    select author.id as author, top.* from unnest(${authorIds}::bigint[]) as author(id) cross join lateral (
      select broadcasts.id, track_id, tracks.title as track, artists.name as artist, likes, ${isLikedBy(viewerId)} as is_liked
      from broadcasts join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
      where author_id = author.id and type = 'Track' and ${isVisible(viewerId)}
      order by likes desc, broadcasts.id desc limit ${limit}) as top
    order by author.id, likes desc, top.id desc`.execute(db)
  const byAuthor = new Map<number, TopBroadcastedTrack[]>()
  for (const { author, ...row } of rows) byAuthor.set(author, [...(byAuthor.get(author) ?? []), fromTopRow(row)])
  return byAuthor
}

/**
 * Returns the ids of the newest broadcasts' authors and the members that System's posts mention,
 * newest first.
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

/** Selects the newest broadcast's id in `viewerId`'s feed, or null. */
export const selectNewestBroadcast = (viewerId: number | null): RawBuilder<number | null> =>
  sql<number | null>`(select id from broadcasts where ${isInFeed(viewerId)} order by id desc limit 1)`

export const isVisible = (viewerId: number | null): RawBuilder<boolean> => isBroadcastOpen(viewerId)

/**
 * Returns the SQL condition that a broadcast is visible and neither by nor about a muted member.
 */
export const isInFeed = (viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`${isVisible(viewerId)} and ${notMutedBy(viewerId, 'broadcasts.author_id')}
    and ${notMutedBy(viewerId, 'broadcasts.about_member_id')} and ${notMutedBy(viewerId, 'broadcasts.about_other_id')}`

/** Like `isInFeed`, for an author that is open to the viewer and not muted. */
const isInFeedOfOpenAuthor = (viewerId: number): RawBuilder<boolean> =>
  sql<boolean>`(broadcasts.hidden_at is null or broadcasts.author_id = ${viewerId}::bigint)
    and ${openTo(viewerId, 'broadcasts.about_member_id')} and ${openTo(viewerId, 'broadcasts.about_other_id')}
    and ${notMutedBy(viewerId, 'broadcasts.about_member_id')} and ${notMutedBy(viewerId, 'broadcasts.about_other_id')}`
