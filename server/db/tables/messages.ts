import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

interface MessagesTable {
  /**
   * Ascending in commit order within a conversation: its rows are locked before the id is assigned.
   */
  id: Generated<number>
  sender_id: number
  recipient_id: number
  body: string
  client_id: string | null
  created_at: TimestampNow
  read_at: Timestamp | null
  track_id: number | null
  edited_at: Timestamp | null
  /** When its author deleted it. The row has neither text, card nor reactions any more. */
  deleted_at: Timestamp | null
  sender_reaction: string | null
  recipient_reaction: string | null
  /** The latest edit, deletion or reaction change. */
  changed_at: Timestamp | null
}

/** One member's side of a conversation; the other member has their own row. */
interface ConversationsTable {
  member_id: number
  other_id: number
  last_message_at: Timestamp
  /** The other member's messages that this member has not read. */
  unread: Generated<number>
  /** Incremented by every transaction that changes this member's view of it: the ETag for polls. */
  version: Generated<number>
}

export interface MessagesTables {
  messages: MessagesTable
  conversations: ConversationsTable
}
