import { type RawBuilder, sql } from 'kysely'

/*
 * Visibility between members: three conditions, each narrower than the one before.
 * docs/ownership.md lists what each protects.
 */

/** A member's id, or its SQL expression, for a statement about several members. */
export type MemberId = number | RawBuilder<number>

/**
 * Returns the SQL condition that `viewerId` may see the member with the id in `column` (qualified,
 * for instance `broadcasts.author_id`): neither has blocked the other. Every list of members, or
 * their content, must include it. Visitors (null) see all, and a null column hides nothing.
 */
export function visibleTo(viewerId: MemberId | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(column)} = any(${hiddenFrom(viewerId)})) is not true`
}

/**
 * Like {@link visibleTo}, and requires that the viewer may see more than name and picture: a
 * private profile is open only to the members that it follows. For members' content, and lists in
 * which strangers find each other.
 */
export const openTo = (viewerId: MemberId | null, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${visibleTo(viewerId, column)} and ${matches(column, isOpen(viewerId))})`

/** Like {@link openTo}, and requires that the member does not hide their listening. */
export const listeningOpenTo = (viewerId: number | null, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${visibleTo(viewerId, column)} and ${matches(
    column,
    sql`${isOpen(viewerId)} and (not owner.hides_listening or ${isOneself(viewerId)})`,
  )})`

/**
 * Like {@link openTo}, and requires that the member is neither System nor suspended: for pages that
 * visitors open by a link. `member` is a joined `members` row's alias.
 */
export const linkOpenTo = (viewerId: number | null, member: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(not ${sql.ref(`${member}.is_system`)} and ${openTo(viewerId, `${member}.id`)}
    and not ${isSuspended(`${member}.id`, now)})`

/**
 * Evaluates a condition on the member in a subquery: joins made planning the feed take longer than
 * running it.
 */
const matches = (column: string, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${condition} from members as owner where owner.id = ${sql.ref(column)}) is not false`

const isOpen = (viewerId: MemberId | null): RawBuilder<boolean> =>
  sql<boolean>`owner.deleted_at is null and (not owner.is_private or ${isOneself(viewerId)} or ${isFollowed(viewerId)})`

const isOneself = (viewerId: MemberId | null): RawBuilder<boolean> =>
  viewerId === null ? sql<boolean>`false` : sql<boolean>`owner.id = ${viewerId}`

const isFollowed = (viewerId: MemberId | null): RawBuilder<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from follows as let_in where let_in.follower_id = owner.id and let_in.followee_id = ${viewerId})`

/**
 * Returns the SQL array with ids that `viewerId` may not see: to subtract them from counts stored
 * for all viewers.
 */
export function hiddenFrom(viewerId: MemberId): RawBuilder<number[]> {
  // An array is evaluated once: with joins, planning the feed took five times as long as running
  // it.
  return sql<number[]>`array(
    select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId})`
}

/**
 * Returns the SQL condition that `viewerId` has not muted the member with the id in `column`: for
 * feed, badges and activity, in addition to {@link visibleTo}. A muted member is visible everywhere
 * else.
 */
export function notMutedBy(viewerId: MemberId | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(column)} = any(array(
    select muted_id from mutes where muter_id = ${viewerId}))) is not true`
}

/**
 * Returns the SQL condition that the member with the id in `column` appears on listening
 * leaderboards from `firstDay` on (null: for all time): members with hidden listening, a private
 * profile or impossible days in that time do not. The same for all viewers.
 */
export const isOnBoards = (column: string, firstDay: string | null = null): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from unranked_members as left_out where left_out.member_id = ${sql.ref(column)}
    and ${firstDay === null ? sql`true` : sql`(left_out.impossible_until is null or left_out.impossible_until >= ${firstDay}::date)`})`

/**
 * Returns the SQL condition that the member with the id in `column` has a suspension in force. A
 * null column has none.
 */
export const isSuspended = (column: string, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from suspensions where suspensions.member_id = ${sql.ref(column)}
    and (suspensions.until is null or suspensions.until > ${now}))`
