import { type Kysely, sql } from 'kysely'
import type { TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** At most one row: this database contains a demo community generated from this seed. */
export interface DemoCommunityTable {
  is_only: boolean
  seed: number
  seeded_at: TimestampNow
}

/** The fictional members, which a job acts for. */
export interface DemoMembersTable {
  member_id: number
  /** Index in the catalogue of the seed. */
  number: number
}

export interface DemoTables {
  demo_community: DemoCommunityTable
  demo_members: DemoMembersTable
}

const TABLES = `
create table demo_community (
  is_only boolean primary key check (is_only),
  seed integer not null,
  seeded_at timestamptz not null default now()
);
create table demo_members (
  member_id bigint primary key references members on delete cascade,
  number integer not null unique
);
`

export const demoMigration: Migration = {
  number: 6,
  name: 'demo',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
