import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/**
 * An accepted scrobble that is not aggregated yet. The transaction that aggregates it deletes it.
 */
export interface ScrobbleInboxTable {
  id: Generated<number>
  /** Not a foreign key, which would lock the member's row for every scrobble. */
  member_id: number
  listened_at: Timestamp
  artist: string
  title: string
  received_at: TimestampNow
  /** A `ListenDetails`; since migration 34. */
  details: Generated<unknown>
  /** The reason why it could not be aggregated; null: pending. */
  error: string | null
}

export interface ScrobbleInboxTables {
  scrobble_inbox: ScrobbleInboxTable
}

// Rows are inserted and deleted by the thousand: dead rows are vacuumed whenever autovacuum runs.
const TABLE = `
create table scrobble_inbox (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  listened_at timestamptz not null,
  artist text not null,
  artist_key text not null,
  title text not null,
  title_key text not null,
  received_at timestamptz not null default now(),
  error text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index scrobble_inbox_by_member on scrobble_inbox (member_id);
`

export const scrobbleInboxMigration: Migration = {
  number: 19,
  name: 'scrobble-inbox',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLE).execute(db)
  },
}
