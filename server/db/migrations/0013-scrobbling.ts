import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** Tokens that authenticate a member's players. */
export interface ScrobbleTokensTable {
  id: Generated<number>
  member_id: number
  /** The member's name for the player. */
  name: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  /**
   * MD5 of the token in hexadecimal, which Audioscrobbler logins are derived from: see decision 18.
   */
  token_md5: string
  created_at: TimestampNow
  /** Precise to the minute. */
  last_used_at: Timestamp | null
}

/** Session keys that Audioscrobbler logins return for a token. */
export interface ScrobbleSessionsTable {
  /** SHA-256 of the session's key. */
  key_hash: Buffer
  token_id: number
  created_at: TimestampNow
  /** The program that logged in, if it named itself; since migration 34. */
  client: Generated<string | null>
}

/** Members' current tracks, as sent by the player. Need not survive a crash. */
export interface NowPlayingTable {
  member_id: number
  artist: string
  /** The name folded by `nameKey`. */
  artist_key: string
  title: string
  started_at: Timestamp
  /** End of the track. */
  ends_at: Timestamp
  /** Unique per row, so that a sum over some rows changes whenever one of them does. */
  version: Generated<number>
  /** A `ListenDetails`; since migration 34. */
  details: Generated<unknown>
}

export interface ScrobblingTables {
  scrobble_tokens: ScrobbleTokensTable
  scrobble_sessions: ScrobbleSessionsTable
  now_playing: NowPlayingTable
}

const TABLES = `
create table scrobble_tokens (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  token_md5 text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index scrobble_tokens_by_member on scrobble_tokens (member_id);

create table scrobble_sessions (
  key_hash bytea primary key,
  token_id bigint not null references scrobble_tokens on delete cascade,
  created_at timestamptz not null default now()
);
create index scrobble_sessions_by_token on scrobble_sessions (token_id, created_at);

create sequence now_playing_versions;
create unlogged table now_playing (
  member_id bigint primary key references members on delete cascade,
  artist text not null,
  artist_key text not null,
  title text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  version bigint not null default nextval('now_playing_versions')
);
create index now_playing_by_end on now_playing (ends_at);
`

export const scrobblingMigration: Migration = {
  number: 13,
  name: 'scrobbling',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
