import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the member whose id stands in `column` (qualified, for instance `broadcasts.author_id`) may be seen by
 * `viewerId`: neither has blocked the other. Every list of people, or of what people made, asks it. Visitors (null) see
 * all, and a column that is null hides nothing.
 */
export function visibleTo(viewerId: number | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(column)} = any(${hiddenFrom(viewerId)})) is not true`
}

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
