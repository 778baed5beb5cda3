import { type RawBuilder, sql } from 'kysely'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { type MemberId, notMutedBy, visibleTo } from '#server/db/visible-to.ts'
import { isReplyOpen } from './replies.ts'

/*
 * Likes of a broadcast are one entry: the unread ones, and the read ones of a day. They are grouped
 * when they are read, without those of members that the reader has blocked or muted.
 */

/** Whether the member with the activity may see an entry of it. */
export const isShown = (memberId: MemberId, table = 'activity'): RawBuilder<boolean> =>
  sql<boolean>`${visibleTo(memberId, `${table}.actor_id`)} and ${notMutedBy(memberId, `${table}.actor_id`)}
    and (${sql.ref(`${table}.reply_id`)} is null or exists (
      select from replies join broadcasts on broadcasts.id = replies.broadcast_id
      where replies.id = ${sql.ref(`${table}.reply_id`)} and ${isReplyOpen(memberId)}))
    and (${sql.ref(`${table}.kind`)} <> 'swap_share' or exists (
      select from song_swaps where song_swaps.id = ${sql.ref(`${table}.swap_id`)}
        and case when initiator_id = ${sql.ref(`${table}.actor_id`)} then initiator_shares_at
          else matched_shares_at end is not null))`

/** The UTC day of a like, as a row of `activity`; infinity for an unread one. */
const selectDay = (table: string): RawBuilder<unknown> => sql`case when ${sql.ref(`${table}.is_unread`)}
  then 'infinity'::date else (${sql.ref(`${table}.created_at`)} at time zone 'UTC')::date end`

/** Selects the number of likes in the group of the like `activity` that its member may see. */
export const selectShownLikes = (memberId: MemberId): RawBuilder<number> => sql<number>`(
  select count(*) from activity as other where other.kind = 'like' and other.broadcast_id = activity.broadcast_id
    and ${selectDay('other')} = ${selectDay('activity')} and ${isShown(memberId, 'other')})`

/** Selects the groups of a member's unread likes. */
export const selectUnreadGroups = (memberId: MemberId): RawBuilder<unknown> => sql`
  select from activity where member_id = ${memberId} and is_unread and kind = 'like' and ${isShown(memberId)}
  group by broadcast_id`

/** Selects a page of a member's groups of likes, by the ids of their latest likes. */
export const selectGroupPage = (memberId: number, page: Page): RawBuilder<{ id: number }> => sql<{ id: number }>`
  select id from (
    select max(activity.id) as id from activity
    where member_id = ${memberId} and kind = 'like' and ${isShown(memberId)}
    group by broadcast_id, ${selectDay('activity')}) as latest
  where ${isBelow(page, 'latest.id')} ${findNewest(page, 'latest.id')}`
