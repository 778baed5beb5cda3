import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/**
 * A UTC day, written as 2026-11-21; read it as text, since the driver would convert it to a local
 * midnight.
 */
type Day = ColumnType<Date, string, string>

export interface ArtistsTable {
  id: Generated<number>
  name: string
  /** The name folded by `nameKey`: unique. */
  name_key: string
  created_at: TimestampNow
  /** The number of members with plays, without pending changes. */
  listeners: Generated<number>
  /** The number of all plays, without pending changes. */
  plays: Generated<number>
  /** MusicBrainz id. */
  mbid: Generated<string | null>
  /** The main artist, if this is another spelling, which has no tracks and no plays. */
  merged_into: Generated<number | null>
}

export interface TracksTable {
  id: Generated<number>
  artist_id: number
  title: string
  /** The title folded by `nameKey`: unique for the artist. */
  title_key: string
  created_at: TimestampNow
  /** MusicBrainz id of the recording. */
  mbid: Generated<string | null>
  /** The main track, if this is another spelling, which has no plays. */
  merged_into: Generated<number | null>
}

export interface ListensTable {
  member_id: number
  /** Start of the track. */
  listened_at: Timestamp
  track_id: number
  /** A number of `SOURCE_NUMBERS`. */
  source: Generated<number>
  /** Row of `listen_details`, null without details; since migration 34. */
  details_id: Generated<number | null>
}

export interface PlaysDailyTable {
  member_id: number
  track_id: number
  day: Day
  artist_id: number
  plays: number
}

export interface ArtistPlaysTable {
  member_id: number
  artist_id: number
  plays: number
  /** The number of different tracks of the artist that the member has heard. */
  tracks_heard: number
}

export interface ListeningTables {
  artists: ArtistsTable
  tracks: TracksTable
  listens: ListensTable
  plays_daily: PlaysDailyTable
  artist_plays: ArtistPlaysTable
}

// plays_daily stores the charts of a period, artist_plays those of all time. Both are written with
// the listens, which guarantee that track and artist exist: checking foreign keys again would take
// a third of the time of an import.
const TABLES = `
create table artists (
  id bigint generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  created_at timestamptz not null default now()
);

create table tracks (
  id bigint generated always as identity primary key,
  artist_id bigint not null references artists,
  title text not null,
  title_key text not null,
  created_at timestamptz not null default now(),
  unique (artist_id, title_key)
);

create table listens (
  member_id bigint not null references members on delete cascade,
  listened_at timestamptz not null,
  track_id bigint not null references tracks,
  primary key (member_id, listened_at, track_id)
);

create table plays_daily (
  member_id bigint not null references members on delete cascade,
  track_id bigint not null,
  day date not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  primary key (member_id, track_id, day)
);
create index plays_daily_by_member_and_day on plays_daily (member_id, day) include (track_id, artist_id, plays);
create index plays_daily_by_artist_and_day on plays_daily (artist_id, day) include (member_id, plays);

create table artist_plays (
  member_id bigint not null references members on delete cascade,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  primary key (member_id, artist_id)
);
create index artist_plays_by_artist on artist_plays (artist_id, plays desc, member_id);
`

export const listeningMigration: Migration = {
  number: 2,
  name: 'listening',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
