import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

export interface MessagesTable {
  /**
   * Ascending in the order of commits within a conversation: its rows are locked before the id is
   * assigned.
   */
  id: Generated<number>
  sender_id: number
  recipient_id: number
  body: string
  client_id: string | null
  created_at: TimestampNow
  read_at: Timestamp | null
}

/** One member's side of a conversation; the other member has a row of their own. */
export interface ConversationsTable {
  member_id: number
  other_id: number
  last_message_at: Timestamp
  /** The number of the other member's messages that this member has not read. */
  unread: Generated<number>
  /** Incremented by every transaction that changes this member's view of it: the ETag of polls. */
  version: Generated<number>
}

export interface MessagesTables {
  messages: MessagesTable
  conversations: ConversationsTable
}

const TABLES = `
create table messages (
  id bigint generated always as identity primary key,
  sender_id bigint not null references members on delete cascade,
  recipient_id bigint not null references members on delete cascade,
  body text not null,
  client_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  check (sender_id <> recipient_id),
  unique (sender_id, client_id)
);
create index messages_by_pair on messages
  (least(sender_id, recipient_id), greatest(sender_id, recipient_id), id desc);
create index messages_unread on messages (recipient_id, sender_id, id) where read_at is null;

create table conversations (
  member_id bigint not null references members on delete cascade,
  other_id bigint not null references members on delete cascade,
  last_message_at timestamptz not null,
  unread integer not null default 0 check (unread >= 0),
  version bigint not null default 1,
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index conversations_by_time on conversations (member_id, last_message_at desc);
create index conversations_by_other on conversations (other_id);
`

export const messagesMigration: Migration = {
  number: 4,
  name: 'messages',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
