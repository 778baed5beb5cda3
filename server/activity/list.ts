import { type RawBuilder, sql } from 'kysely'
import type { Activity } from '#contract/activity/activity.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { notMutedBy, visibleTo } from '#server/db/visible-to.ts'

/** The maximum of the unread count; the badge is polled every 30 seconds. */
const UNREAD_MAX = 100
/** The number of characters of a message in the list. */
const EXCERPT_LENGTH = 100

interface Row {
  id: number
  kind: string
  username: string
  picture_url: string | null
  relatedid: number | null
  subject: string
  created_at: Date
  is_unread: boolean
}

/** Returns a member's activity, newest first, without that of blocked and muted members. */
export async function listActivity(db: Db, memberId: number, page: Page): Promise<Activity[]> {
  const { rows } = await sql<Row>`
    select activity.id, kind, actor.name as username, actor.picture_url, activity.created_at, is_unread,
      coalesce(activity.broadcast_id, activity.swap_id) as relatedid, coalesce(${subject}, '') as subject
    from activity join members as actor on actor.id = activity.actor_id
    where activity.member_id = ${memberId} and ${isShown(memberId)}
      and ${isBelow(page, 'activity.id')}
    ${findNewest(page, 'activity.id')}`.execute(db)
  return rows.map(({ created_at, is_unread, picture_url, ...row }) => ({
    ...row,
    pfpsm: toPictures(picture_url).pfpsm,
    timestamp: created_at.toISOString(),
    unread: is_unread,
  }))
}

/** Returns the number of unread entries, at most 100. */
export async function countUnreadActivity(db: Db, memberId: number): Promise<number> {
  const { rows } = await markPrepared(
    sql<{ unread: number }>`select ${selectUnread(memberId, sql`true`)} as unread`,
  ).execute(db)
  return rows[0]?.unread ?? 0
}

/**
 * Selects the number that `countUnreadActivity` returns, without messages and turns of swaps, which
 * the status counts separately.
 */
export const selectOtherUnread = (memberId: number): RawBuilder<number> =>
  selectUnread(memberId, sql`kind not in ('message', 'swap_invite', 'swap_answer')`)

const selectUnread = (memberId: number, isCounted: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select count(*) from (
    select from activity where member_id = ${memberId} and is_unread and ${isShown(memberId)} and ${isCounted}
    limit ${sql.lit(UNREAD_MAX)}) as counted)`

/** Marks the entries up to an id as read. */
export async function updateActivityRead(db: Db, memberId: number, upTo: number): Promise<void> {
  await db
    .updateTable('activity')
    .set({ is_unread: false })
    .where('member_id', '=', memberId)
    .where('is_unread', '=', true)
    .where('id', '<=', upTo)
    .execute()
}

const isShown = (memberId: number): RawBuilder<boolean> =>
  sql<boolean>`${visibleTo(memberId, 'activity.actor_id')} and ${notMutedBy(memberId, 'activity.actor_id')}`

const trackTitle = (side: 'initiator' | 'matched'): RawBuilder<string> => sql<string>`(
  select tracks.title || ' by ' || artists.name
  from song_swaps join tracks on tracks.id = ${sql.ref(`song_swaps.${side}_track_id`)}
    join artists on artists.id = tracks.artist_id
  where song_swaps.id = activity.swap_id)`

const subject: RawBuilder<string> = sql<string>`case kind
  when 'like' then (select coalesce(tracks.title, broadcasts.title)
    from broadcasts left join tracks on tracks.id = broadcasts.track_id where broadcasts.id = activity.broadcast_id)
  when 'message' then (select left(body, ${sql.lit(EXCERPT_LENGTH)}) from messages
    where least(sender_id, recipient_id) = least(activity.member_id, activity.actor_id)
      and greatest(sender_id, recipient_id) = greatest(activity.member_id, activity.actor_id)
      and sender_id = activity.actor_id
    order by messages.id desc limit 1)
  when 'swap_invite' then ${trackTitle('initiator')}
  when 'swap_answer' then ${trackTitle('matched')}
  when 'swap_result' then (select initiator_rating::text from song_swaps where song_swaps.id = activity.swap_id)
  else detail end`
