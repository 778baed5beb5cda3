import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The leaderboard of an artist in a period, as counted at a time. Only of artists with many
 * listeners with a leaderboard that is read.
 */
export interface PeriodBoardsTable {
  artist_id: number
  /** See PERIOD_NUMBERS. */
  period: number
  first_day: string
  counted_at: Date
  read_at: Date
  /** The first members, by plays and then by id. */
  top_members: number[]
  /** The plays of these members. */
  top_plays: number[]
  /** Each number of plays that a listener has. */
  plays: number[]
  /** The number of listeners with these plays. */
  listeners: number[]
}

export interface PeriodBoardsTables {
  period_boards: PeriodBoardsTable
}

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
