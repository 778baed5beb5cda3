import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the member whose id stands in `column` (qualified, for instance `broadcasts.member_id`) may be seen by
 * `viewerId`: neither has blocked the other. Every list of people, or of what people made, asks it. Visitors (null) see all.
 */
export function visibleTo(viewerId: number | null, column: string): RawBuilder<boolean> {
  if (viewerId === null) return sql<boolean>`true`
  const other = sql.ref(column)
  return sql<boolean>`(not exists (select from blocks where blocker_id = ${viewerId} and blocked_id = ${other})
    and not exists (select from blocks where blocked_id = ${viewerId} and blocker_id = ${other}))`
}
