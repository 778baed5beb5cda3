import { type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { ConversationsTable, MessagesTable } from './0004-messages.ts'
import type { Migration } from './migration.ts'

interface ChangedMessagesTable extends MessagesTable {
  /** The track of a card. */
  track_id: number | null
  edited_at: Timestamp | null
  /** When its author deleted it. The row has neither text, card nor reactions any more. */
  deleted_at: Timestamp | null
  sender_reaction: string | null
  recipient_reaction: string | null
  /** The latest edit, deletion or change of a reaction. */
  changed_at: Timestamp | null
}

export interface MessageChangesTables {
  messages: ChangedMessagesTable
  conversations: ConversationsTable
}

// A conversation has two members, and each has at most one reaction to a message: two columns.
const CHANGES = `
alter table messages
  add column track_id bigint references tracks,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column sender_reaction text check (length(sender_reaction) <= 32),
  add column recipient_reaction text check (length(recipient_reaction) <= 32),
  add column changed_at timestamptz;
create index messages_changed on messages
  (least(sender_id, recipient_id), greatest(sender_id, recipient_id), changed_at) where changed_at is not null;
create index messages_by_track on messages (track_id) where track_id is not null;
`

/** Adds cards, edits, deletions and reactions of messages. */
export const messageChangesMigration: Migration = {
  number: 43,
  name: 'message-changes',
  async up(db: Kysely<unknown>) {
    await sql.raw(CHANGES).execute(db)
  },
}
