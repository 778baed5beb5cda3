import { type RawBuilder, sql } from 'kysely'
import { type MemberId, openTo } from '#server/db/visible-to.ts'

/**
 * Returns the SQL condition that a member may see a row of `replies` joined to its row of
 * `broadcasts`.
 */
export const isReplyOpen = (memberId: MemberId): RawBuilder<boolean> =>
  sql<boolean>`replies.hidden_at is null and (broadcasts.hidden_at is null or broadcasts.author_id = ${memberId}::bigint)
    and ${openTo(memberId, 'replies.author_id')} and ${openTo(memberId, 'broadcasts.author_id')}
    and ${openTo(memberId, 'broadcasts.about_member_id')} and ${openTo(memberId, 'broadcasts.about_other_id')}`
