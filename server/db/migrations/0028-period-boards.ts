import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

const TABLE = `
create table period_boards (
  artist_id bigint not null references artists on delete cascade,
  period smallint not null,
  first_day date not null,
  counted_at timestamptz not null,
  read_at timestamptz not null,
  top_members bigint[] not null default '{}',
  top_plays integer[] not null default '{}',
  plays integer[] not null default '{}',
  listeners integer[] not null default '{}',
  primary key (artist_id, period)
);
`

export const periodBoardsMigration: Migration = {
  number: 28,
  name: 'period boards',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLE).execute(db)
  },
}
