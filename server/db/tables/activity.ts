import type { Generated } from 'kysely'
import type { ActivityKind } from '#contract/activity/kinds.ts'
import type { TimestampNow } from './columns.ts'

/**
 * Events caused by `actor_id` that concern `member_id`, inserted and deleted in the event's
 * transaction.
 */
interface ActivityTable {
  id: Generated<number>
  member_id: number
  actor_id: number
  kind: ActivityKind
  /** Set for a like, and for a mention in a caption. */
  broadcast_id: number | null
  swap_id: number | null
  reply_id: Generated<number | null>
  /** Set for a reaction to what the member plays. */
  play_reaction_id: Generated<number | null>
  /** A swap's outcome. */
  detail: Generated<string>
  is_unread: Generated<boolean>
  created_at: TimestampNow
}
export interface ActivityTables {
  activity: ActivityTable
}
