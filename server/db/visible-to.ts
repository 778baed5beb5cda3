import { type RawBuilder, sql } from 'kysely'

/*
 * Who sees whom: three questions, each narrower than the one before. What stands under which of them says docs/ownership.md.
 */

/**
 * Whether the member whose id stands in `column` (qualified, for instance `broadcasts.author_id`) may be seen by
 * `viewerId`: neither has blocked the other. Every list of people, or of what people made, asks it. Visitors (null) see
 * all, and a column that is null hides nothing.
 */
export function visibleTo(viewerId: number | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(column)} = any(${hiddenFrom(viewerId)})) is not true`
}

/**
 * As {@link visibleTo}, and whether the member shows more than name and picture: a private profile does so to those whom its
 * member follows. What a member made, and lists in which strangers find each other, ask it.
 */
export const openTo = (viewerId: number | null, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${visibleTo(viewerId, column)} and ${isSoOf(column, isOpen(viewerId))})`

/** As {@link openTo}, and whether the member lets others see what they listen to. */
export const listeningOpenTo = (viewerId: number | null, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${visibleTo(viewerId, column)} and ${isSoOf(
    column,
    sql`${isOpen(viewerId)} and (not owner.hides_listening or ${isOneself(viewerId)})`,
  )})`

/** What is so of the member, looked up by itself: as joins, these made planning the feed take longer than running it. */
const isSoOf = (column: string, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${condition} from members as owner where owner.id = ${sql.ref(column)}) is not false`

const isOpen = (viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`owner.deleted_at is null and (not owner.is_private or ${isOneself(viewerId)} or ${isFollowed(viewerId)})`

const isOneself = (viewerId: number | null): RawBuilder<boolean> =>
  viewerId === null ? sql<boolean>`false` : sql<boolean>`owner.id = ${viewerId}`

const isFollowed = (viewerId: number | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from follows as let_in where let_in.follower_id = owner.id and let_in.followee_id = ${viewerId})`

/** The ids of those whom `viewerId` may not see: for counts that are kept for all, from which these few are taken off. */
export function hiddenFrom(viewerId: number): RawBuilder<number[]> {
  // An array that is read once: as joins, several of these made planning the feed take five times as long as running it.
  return sql<number[]>`array(
    select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId})`
}

/**
 * Whether the member whose id stands in `column` is not muted by `viewerId`: what a feed, a badge and a list of activity ask
 * beside {@link visibleTo}. Everywhere else a muted member is seen as before.
 */
export function notMutedBy(viewerId: number | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(column)} = any(array(
    select muted_id from mutes where muter_id = ${viewerId}))) is not true`
}

/**
 * Whether the member whose id stands in `column` counts on leaderboards of listening from `firstDay` on (null: of all time):
 * nobody does who hides their listening or their profile, nor who has impossible days in that time. The same for all viewers.
 */
export const isOnBoards = (column: string, firstDay: string | null = null): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from unranked_members as left_out where left_out.member_id = ${sql.ref(column)}
    and ${firstDay === null ? sql`true` : sql`(left_out.impossible_until is null or left_out.impossible_until >= ${firstDay}::date)`})`
