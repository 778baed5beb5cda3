import { type RawBuilder, sql } from 'kysely'
import { type MemberId, notMutedBy, visibleTo } from '#server/db/visible-to.ts'
import { type EntryPage, isBelowPlace, orderNewest } from './entry-page.ts'
import { isBroadcastOpenById, isReplyOpenById } from './open-texts.ts'

/*
 * A broadcast's unread likes are one entry, and so are the read ones in a day. They are grouped
 * when they are read, without likes by members that the reader has blocked or muted.
 */

/** Whether the member with the activity may see an entry. */
export const isShown = (memberId: MemberId, table = 'activity'): RawBuilder<boolean> =>
  sql<boolean>`${visibleTo(memberId, `${table}.actor_id`)} and ${notMutedBy(memberId, `${table}.actor_id`)}
    and (${sql.ref(`${table}.reply_id`)} is null or ${isReplyOpenById(memberId, sql.ref(`${table}.reply_id`))})
    and (${sql.ref(`${table}.kind`)} <> 'mention' or ${sql.ref(`${table}.broadcast_id`)} is null
      or ${isBroadcastOpenById(memberId, sql.ref(`${table}.broadcast_id`))})
    and (${sql.ref(`${table}.kind`)} <> 'swap_share' or exists (
      select from song_swaps where song_swaps.id = ${sql.ref(`${table}.swap_id`)}
        and case when initiator_id = ${sql.ref(`${table}.actor_id`)} then initiator_shares_at
          else matched_shares_at end is not null))`

/** The UTC day of a like's `activity` row; infinity for an unread one. */
const selectDay = (table: string): RawBuilder<unknown> => sql`case when ${sql.ref(`${table}.is_unread`)}
  then 'infinity'::date else (${sql.ref(`${table}.created_at`)} at time zone 'UTC')::date end`

/**
 * Selects the likes, visible to `memberId`, in the same group as the like `activity`: their number,
 * and the two latest members after the first.
 */
export const selectLikers = (memberId: MemberId): RawBuilder<unknown> => sql`(
  select json_build_object('count', count, 'others', (
    select json_agg(json_build_object('username', name, 'picture_url', picture_url) order by array_position(latest, id))
    from members where id = any(latest[2:3])))
  from (select count(*), array_agg(other.actor_id order by other.created_at desc, other.id desc) as latest
    from activity as other where other.kind = 'like' and other.broadcast_id = activity.broadcast_id
      and ${selectDay('other')} = ${selectDay('activity')} and ${isShown(memberId, 'other')}) as likers)`

export const selectUnreadGroups = (memberId: MemberId): RawBuilder<unknown> => sql`
  select from activity where member_id = ${memberId} and is_unread and kind = 'like' and ${isShown(memberId)}
  group by broadcast_id`

/** Selects a page of a member's like groups: their latest likes' ids and times. */
export const selectGroupPage = (memberId: number, { limit, before }: EntryPage): RawBuilder<unknown> => sql`
  select id, created_at from (
    select distinct on (broadcast_id, ${selectDay('activity')}) id, created_at from activity
    where member_id = ${memberId} and kind = 'like' and ${isShown(memberId)}
    order by broadcast_id, ${selectDay('activity')}, created_at desc, id desc) as latest
  where ${isBelowPlace(before, 'latest')} ${orderNewest('latest')} limit ${limit}`
