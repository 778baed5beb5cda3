import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** A member's account at ListenBrainz whose listens are read continuously. */
export interface FollowedAccountsTable {
  member_id: number
  /** The account name in the service's spelling. */
  account: string
  /** Base URL of a ListenBrainz server chosen by the member; null: the operator's. */
  base_url: string | null
  chosen_at: Timestamp
  /** Listens up to this time have been read, in seconds since 1970. */
  read_to: Generated<number>
  /** Whether the last page had no listen after `read_to`. */
  is_caught_up: Generated<boolean>
  /** The next time at which the last week is read again, for listens that arrived late. */
  reread_at: Timestamp
  due_at: Timestamp
  /** A process reads a page until then; the lease of a dead process expires. */
  leased_until: Timestamp | null
  /** The number of consecutive failures. */
  attempts: Generated<number>
  /** One of `failureCodes`; null: the last request succeeded. */
  failure: string | null
  /** The time of the last page that was read. */
  read_at: Timestamp | null
  /** The number of listens that were added. */
  added: Generated<number>
  /** The numbers of listens that were skipped, by `SkipReason`; since migration 59. */
  skipped: Generated<unknown>
  /** Skipped listens up to this time are counted, in seconds since 1970. */
  skipped_to: Generated<number>
}

export interface FollowedAccountsTables {
  followed_accounts: FollowedAccountsTable
}

const TABLES = `
create table followed_accounts (
  member_id bigint primary key references members on delete cascade,
  account text not null,
  base_url text,
  chosen_at timestamptz not null,
  read_to bigint not null default 0,
  is_caught_up boolean not null default false,
  reread_at timestamptz not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  attempts integer not null default 0,
  failure text,
  read_at timestamptz,
  added bigint not null default 0
);
create index followed_accounts_due on followed_accounts (due_at);
`

/** Adds the accounts that are followed. */
export const followedAccountsMigration: Migration = {
  number: 40,
  name: 'followed-accounts',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
