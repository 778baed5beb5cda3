import { type RawBuilder, sql } from 'kysely'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { Mention } from '#contract/broadcasts/mentions.ts'
import type { Db } from '#server/db/open.ts'
import type { Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { trackUrl } from '#server/listening/index.ts'

/**
 * The page lengths in SQL: literals, so that PostgreSQL plans for the true length, and few, so that
 * there are few statements.
 */
const PAGE_LENGTHS = [10, 20, 50, 100]

/** Selects a page's ids, at most `length`. */
export type SelectIds = (length: RawBuilder<unknown>) => RawBuilder<unknown>

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
  replies: number
  is_edited: boolean
  track: string | null
  artist: string | null
  picture_url: string | null
  client_id: string | null
  about_user: string | null
  about_other: string | null
  about_swap: number | null
  mentions: Mention[] | null
  own_replies: NonNullable<Broadcast['own_replies']> | null
}

/** Returns a page of broadcasts as `viewerId` sees them, newest first. */
export async function readBroadcasts(
  db: Db,
  viewerId: number | null,
  page: Page,
  selectIds: SelectIds,
): Promise<Broadcast[]> {
  const length = PAGE_LENGTHS.find((candidate) => candidate >= page.limit) ?? page.limit
  // The page first: joining all broadcasts made planning and execution grow with their number.
  const { rows } = await markPrepared(sql<Row>`
    select broadcasts.id, author.name as author, broadcasts.title, body, type, track_id, broadcasts.created_at, likes,
      ${isLikedBy(viewerId)} as is_liked, replies, edited_at is not null as is_edited, tracks.title as track,
      artists.name as artist, author.picture_url,
      case when author_id = ${viewerId}::bigint then client_id end as client_id,
      about.name as about_user, about_other.name as about_other,
      case when ${viewerId}::bigint in (about_member_id, about_other_id) then about_swap_id end as about_swap,
      (select json_agg(json_build_object('written', written, 'username', mentioned.name))
        from broadcast_mentions join members as mentioned on mentioned.id = member_id
        where broadcast_id = broadcasts.id and ${visibleTo(viewerId, 'mentioned.id')}) as mentions,
      own.own_replies
    from (${selectIds(sql.lit(length))}) as page join broadcasts on broadcasts.id = page.id
    join members as author on author.id = author_id
    left join tracks on tracks.id = track_id left join artists on artists.id = tracks.artist_id
    left join members as about on about.id = about_member_id
    left join members as about_other on about_other.id = about_other_id
    left join (${selectOwnReplies(viewerId)}) as own on own.broadcast_id = broadcasts.id
    order by broadcasts.id desc`).execute(db)
  return rows.slice(0, page.limit).map((row) => toBroadcast(row, viewerId !== null))
}

/**
 * The maximum number of own reply ids, by which a client recognizes its replies in the reply count.
 */
const OWN_REPLIES = 100

/** Selects the viewer's last replies that are counted, by broadcast. */
const selectOwnReplies = (viewerId: number | null): RawBuilder<unknown> => sql`
  select broadcast_id, json_agg(json_strip_nulls(json_build_object('id', id, 'client_id', client_id)) order by id desc)
    as own_replies
  from (select id, broadcast_id, client_id from replies
    where author_id = ${viewerId}::bigint and hidden_at is null
    order by id desc limit ${sql.lit(OWN_REPLIES)}) as latest
  group by broadcast_id`

// A scalar subquery: PostgreSQL turns `exists` into a hash of all the member's likes.
export const isLikedBy = (viewerId: number | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((select true from likes
        where broadcast_id = broadcasts.id and member_id = ${viewerId}), false)`

function toBroadcast(row: Row, isMember: boolean): Broadcast {
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
    replies: row.replies,
    own_replies: isMember ? (row.own_replies ?? []) : undefined,
    edited: row.is_edited,
    mentions: row.mentions ?? undefined,
    track_url: track === null || artist === null ? '' : trackUrl(artist, track),
    links: undefined,
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
