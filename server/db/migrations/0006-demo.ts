import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

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
