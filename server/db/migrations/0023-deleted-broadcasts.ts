import { type Kysely, sql } from 'kysely'
import type { TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/**
 * The author of a broadcast deleted within the last 90 days, so that the author's repeated deletion
 * succeeds.
 */
export interface DeletedBroadcastsTable {
  /** The broadcast's id, which is never reused. */
  id: number
  author_id: number
  deleted_at: TimestampNow
}

export interface DeletedBroadcastsTables {
  deleted_broadcasts: DeletedBroadcastsTable
}

const TABLE = `
create table deleted_broadcasts (
  id bigint primary key,
  author_id bigint not null references members on delete cascade,
  deleted_at timestamptz not null default now()
);
create index deleted_broadcasts_by_author on deleted_broadcasts (author_id);
create index deleted_broadcasts_by_age on deleted_broadcasts (deleted_at);
`

export const deletedBroadcastsMigration: Migration = {
  number: 23,
  name: 'deleted broadcasts',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLE).execute(db)
  },
}
