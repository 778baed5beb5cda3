import { type RawBuilder, sql } from 'kysely'
import { type MemberId, openTo } from '#server/db/visible-to.ts'

/**
 * Returns the SQL condition that a member, or a visitor (null), may see a `broadcasts` row. A post
 * by System is hidden with the members it is about.
 */
export const isBroadcastOpen = (memberId: MemberId | null): RawBuilder<boolean> =>
  sql<boolean>`(broadcasts.hidden_at is null or broadcasts.author_id = ${memberId}::bigint)
    and ${openTo(memberId, 'broadcasts.author_id')}
    and ${openTo(memberId, 'broadcasts.about_member_id')} and ${openTo(memberId, 'broadcasts.about_other_id')}`

/**
 * Returns the SQL condition that a member may see a `replies` row joined to its `broadcasts` row.
 */
export const isReplyOpen = (memberId: MemberId): RawBuilder<boolean> =>
  sql<boolean>`replies.hidden_at is null and ${openTo(memberId, 'replies.author_id')} and ${isBroadcastOpen(memberId)}`

/** A reply or broadcast id, or its SQL expression. */
type TextId = number | RawBuilder<unknown>

/** Returns the SQL condition that a member may see the reply with this id. */
export const isReplyOpenById = (memberId: MemberId, id: TextId): RawBuilder<boolean> =>
  sql<boolean>`exists (select from replies join broadcasts on broadcasts.id = replies.broadcast_id
    where replies.id = ${id} and ${isReplyOpen(memberId)})`

/** Returns the SQL condition that a member may see the broadcast with this id. */
export const isBroadcastOpenById = (memberId: MemberId, id: TextId): RawBuilder<boolean> =>
  sql<boolean>`exists (select from broadcasts where broadcasts.id = ${id} and ${isBroadcastOpen(memberId)})`
