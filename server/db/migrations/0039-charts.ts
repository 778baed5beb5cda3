import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * What members on leaderboards have played of an artist, an album or a track, as counted at a time.
 * Only of those that are read.
 */
export interface CommunityChartsTable {
  /** A number of `SUBJECT_NUMBERS`. */
  kind: number
  id: number
  counted_at: Date
  read_at: Date
  listeners: number
  plays: number
  /** The first members of a track or an album, by plays and then by id, and their plays. */
  top_members: number[]
  top_plays: number[]
  track_ids: number[]
  track_plays: number[]
  track_listeners: number[]
  album_ids: number[]
  album_plays: number[]
  album_listeners: number[]
}

export interface ChartsTables {
  community_charts: CommunityChartsTable
}

// The indexes of the search, which failed on some names, are those of migration 59.
const TABLES = `
create table member_charts (
  member_id bigint not null references members on delete cascade,
  kind smallint not null,
  first_day date not null,
  last_day date not null,
  read_at timestamptz not null,
  plays bigint not null,
  entries integer not null,
  ids bigint[] not null,
  id_plays integer[] not null,
  latest date[] not null,
  primary key (member_id, kind, first_day, last_day)
);
create index member_charts_by_read on member_charts (read_at);

create table community_charts (
  kind smallint not null,
  id bigint not null,
  counted_at timestamptz not null,
  read_at timestamptz not null,
  listeners integer not null default 0,
  plays bigint not null default 0,
  top_members bigint[] not null default '{}',
  top_plays integer[] not null default '{}',
  track_ids bigint[] not null default '{}',
  track_plays bigint[] not null default '{}',
  track_listeners integer[] not null default '{}',
  album_ids bigint[] not null default '{}',
  album_plays bigint[] not null default '{}',
  album_listeners integer[] not null default '{}',
  primary key (kind, id)
);

create index broadcasts_by_track on broadcasts (track_id, id desc) where track_id is not null;
`

/** Adds stored charts. */
export const chartsMigration: Migration = {
  number: 39,
  name: 'charts',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
