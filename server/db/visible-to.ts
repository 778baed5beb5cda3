import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the member whose id stands in `column` (qualified, for instance `broadcasts.author_id`) may be seen by
 * `viewerId`: neither has blocked the other. Every list of people, or of what people made, asks it. Visitors (null) see
 * all, and a column that is null hides nothing.
 */
export function visibleTo(viewerId: number | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  // An array that is read once: as joins, several of these made planning the feed take five times as long as running it.
  return sql<boolean>`(${sql.ref(column)} = any(array(
    select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId}))) is not true`
}
