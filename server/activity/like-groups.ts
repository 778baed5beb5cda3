import { type RawBuilder, sql } from 'kysely'
import { hiddenFrom, type MemberId, notMutedBy, visibleTo } from '#server/db/visible-to.ts'
import { type EntryPage, isBelowPlace, orderNewest } from './entry-page.ts'
import { isBroadcastOpenById, isReplyOpenById } from './open-texts.ts'

/*
 * Likes of a broadcast are one entry: the unread ones, and the read ones of a day. Triggers store
 * the number and the latest like of each group for all members; what the reader has blocked or
 * muted is subtracted when it is read, which takes a step per such member and none per like.
 */

/** Whether the member with the activity may see an entry of it. */
export const isShown = (memberId: MemberId, table = 'activity'): RawBuilder<boolean> =>
  sql<boolean>`${visibleTo(memberId, `${table}.actor_id`)} and ${notMutedBy(memberId, `${table}.actor_id`)}
    and (${sql.ref(`${table}.reply_id`)} is null or ${isReplyOpenById(memberId, sql.ref(`${table}.reply_id`))})
    and (${sql.ref(`${table}.kind`)} <> 'mention' or ${sql.ref(`${table}.broadcast_id`)} is null
      or ${isBroadcastOpenById(memberId, sql.ref(`${table}.broadcast_id`))})
    and (${sql.ref(`${table}.kind`)} <> 'swap_share' or exists (
      select from song_swaps where song_swaps.id = ${sql.ref(`${table}.swap_id`)}
        and case when initiator_id = ${sql.ref(`${table}.actor_id`)} then initiator_shares_at
          else matched_shares_at end is not null))`

/** Selects the ids of the members that a member has blocked or muted, or is blocked by. */
const selectUnseen = (memberId: MemberId): RawBuilder<number[]> =>
  sql<
    number[]
  >`array(select unnest(${hiddenFrom(memberId)}) union all select muted_id from mutes where muter_id = ${memberId})`

/** Whether a like, as a row of `activity`, is of the row `like_groups`. */
const isOfGroup = (table: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${table}.kind`)} = 'like'
  and ${sql.ref(`${table}.broadcast_id`)} = like_groups.broadcast_id
  and like_day(${sql.ref(`${table}.is_unread`)}, ${sql.ref(`${table}.created_at`)}) = like_groups.day`

const countUnseen = (memberId: MemberId): RawBuilder<number> => sql<number>`(
  select count(*) from activity as other where ${isOfGroup('other')} and other.actor_id = any(${selectUnseen(memberId)}))`

/** Selects the number of likes in the group of the like `activity` that its member may see. */
export const selectShownLikes = (memberId: MemberId): RawBuilder<number> => sql<number>`(
  select likes - ${countUnseen(memberId)} from like_groups where ${isOfGroup('activity')})`

/** Whether the member may see a like of the row `like_groups`. */
export const isGroupShown = (memberId: MemberId): RawBuilder<boolean> =>
  sql<boolean>`(likes > cardinality(${selectUnseen(memberId)}) or likes > ${countUnseen(memberId)})`

/** Selects the latest like of the row `like_groups` that the member may see: id and time. */
const selectLatestShown = (memberId: MemberId): RawBuilder<unknown> => sql`
  select other.id, other.created_at from activity as other
  where ${isOfGroup('other')} and other.id <= like_groups.latest_id and ${isShown(memberId, 'other')}
  order by other.id desc limit 1`

/**
 * Selects the ids and times of a page of a member's groups of likes: of those with a latest like
 * that the member may see, and of the others, which are found by the members that are not seen.
 */
export const selectGroupPage = (memberId: number, { limit, before }: EntryPage): RawBuilder<unknown> => sql`
  (select latest.id, latest.created_at from like_groups join activity as latest on latest.id = like_groups.latest_id
    where like_groups.member_id = ${memberId} and ${isShown(memberId, 'latest')} and ${isBelowPlace(before, 'latest')}
    ${orderNewest('latest')} limit ${limit})
  union all
  (select found.id, found.created_at from activity as latest join like_groups on like_groups.latest_id = latest.id
      cross join lateral (${selectLatestShown(memberId)}) as found
    where latest.member_id = ${memberId} and latest.kind = 'like'
      and latest.actor_id = any(${selectUnseen(memberId)}) and ${isBelowPlace(before, 'found')}
    ${orderNewest('found')} limit ${limit})`
