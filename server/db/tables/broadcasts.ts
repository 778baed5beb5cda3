import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

interface BroadcastsTable {
  /** Ordered newest first by id; ids are assigned before commits, so a poll may see 2 before 1. */
  id: Generated<number>
  author_id: number
  /** `Track` or `Activity`. */
  type: string
  title: string
  body: Generated<string>
  /** Not null for type Track. */
  track_id: number | null
  /** The member a System post is about, so that it is hidden and deleted with the member. */
  about_member_id: number | null
  about_other_id: number | null
  /** The swap that a System post is about. */
  about_swap_id: Generated<number | null>
  /** Returned to the author only. */
  client_id: string | null
  likes: Generated<number>
  /** Hidden by an admin: visible to its author only. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Equals its reply count without hidden ones. */
  replies: Generated<number>
  /** Its words for the search, folded; null if its text is ASCII. */
  folded_text: ColumnType<string | null, string | null | undefined, string | null>
  /** When its caption was edited last. */
  edited_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: TimestampNow
}

interface LikesTable {
  broadcast_id: number
  member_id: number
  created_at: TimestampNow
}

/**
 * The author of a broadcast deleted within the last 90 days, so that the author's repeated deletion
 * succeeds.
 */
interface DeletedBroadcastsTable {
  /** The broadcast's id, which is never reused. */
  id: number
  author_id: number
  deleted_at: TimestampNow
}

interface RepliesTable {
  /** The list order; ids are assigned before commits. */
  id: Generated<number>
  broadcast_id: number
  author_id: number
  body: string
  /** Returned to the author only. */
  client_id: string | null
  created_at: TimestampNow
  edited_at: Timestamp | null
  /** Hidden by an admin: visible to its author only. */
  hidden_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface ReplyMentionsTable {
  reply_id: number
  member_id: number
  /** The name as it is in the text, without the @. */
  written: string
}

interface BroadcastMentionsTable {
  broadcast_id: number
  member_id: number
  /** The name as it is in the caption, without the @. */
  written: string
}

export interface BroadcastsTables {
  broadcasts: BroadcastsTable
  likes: LikesTable
  deleted_broadcasts: DeletedBroadcastsTable
  replies: RepliesTable
  reply_mentions: ReplyMentionsTable
  broadcast_mentions: BroadcastMentionsTable
}
