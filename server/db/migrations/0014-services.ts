import { type ColumnType, type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** Members with charts from a service instead of listens stored here. */
export interface MemberSourcesTable {
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  /** The account name in the service's spelling. */
  account: string
  /** Base URL of a ListenBrainz server chosen by the member; null: the operator's. */
  base_url: string | null
  /** Whether the member has proven that the account is theirs. */
  is_proven: boolean
  chosen_at: Timestamp
  /** The time of the last complete refresh of the charts; null: never. */
  refreshed_at: Timestamp | null
  /** The time at which the service computed the charts; null without charts. */
  fresh_at: Timestamp | null
  /** The time of the last attempt. */
  tried_at: Timestamp | null
  /** One of `failureCodes`; null: the last refresh succeeded. */
  failure: string | null
  /** The stored bytes of the service's data. */
  stored_bytes: ColumnType<number, number | undefined, number>
}

/** Pending refreshes of charts: a row is a job, taken with `for update skip locked`. */
export interface RefreshesTable {
  member_id: number
  due_at: Timestamp
  /** The number of consecutive failures. */
  attempts: ColumnType<number, number | undefined, number>
  /** Requested by a waiting member: runs first. */
  is_urgent: boolean
  /** End of the lease of a process; the lease of a dead process expires. */
  leased_until: Timestamp | null
}

/** The time of the next allowed request to a service, shared by all processes. */
export interface ServiceTurnsTable {
  service: string
  next_at: Timestamp
}

/** An authorization request at Last.fm, which proves that an account is the member's. */
export interface SourceProofsTable {
  /** SHA-256 of the nonce in the URL. */
  nonce_hash: Buffer
  member_id: number
  expires_at: Timestamp
}

/** An artist of a service's chart; those of all time are in `artist_plays`. */
export interface ChartArtistsTable {
  member_id: number
  /** A number of `PERIOD_NUMBERS`. */
  period: number
  artist_id: number
  plays: number
  place: number
}

export interface ChartTracksTable {
  member_id: number
  period: number
  track_id: number
  artist_id: number
  plays: number
  place: number
}

export interface ChartDaysTable {
  member_id: number
  day: ColumnType<Date, string, string>
  plays: number
}

export interface ServicesTables {
  member_sources: MemberSourcesTable
  refreshes: RefreshesTable
  service_turns: ServiceTurnsTable
  source_proofs: SourceProofsTable
  chart_artists: ChartArtistsTable
  chart_tracks: ChartTracksTable
  chart_days: ChartDaysTable
}

// service_turns need not survive a crash: by the time the server restarts, its times have passed.
const TABLES = `
create table member_sources (
  member_id bigint primary key references members on delete cascade,
  service text not null check (service in ('lastfm', 'listenbrainz')),
  account text not null,
  base_url text,
  is_proven boolean not null,
  chosen_at timestamptz not null,
  refreshed_at timestamptz,
  fresh_at timestamptz,
  tried_at timestamptz,
  failure text,
  stored_bytes bigint not null default 0
);
create index member_sources_by_account on member_sources (service, lower(account));

create table refreshes (
  member_id bigint primary key references member_sources on delete cascade,
  due_at timestamptz not null,
  attempts integer not null default 0,
  is_urgent boolean not null,
  leased_until timestamptz
);
create index refreshes_by_turn on refreshes (is_urgent desc, due_at);

create unlogged table service_turns (
  service text primary key,
  next_at timestamptz not null
);

create table source_proofs (
  nonce_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  expires_at timestamptz not null
);

create table chart_artists (
  member_id bigint not null references member_sources on delete cascade,
  period smallint not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  place smallint not null,
  primary key (member_id, period, artist_id)
);
create index chart_artists_by_artist on chart_artists (artist_id, period) include (member_id, plays);

create table chart_tracks (
  member_id bigint not null references member_sources on delete cascade,
  period smallint not null,
  track_id bigint not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  place smallint not null,
  primary key (member_id, period, track_id)
);

create table chart_days (
  member_id bigint not null references member_sources on delete cascade,
  day date not null,
  plays integer not null check (plays > 0),
  primary key (member_id, day)
);
`

export const servicesMigration: Migration = {
  number: 14,
  name: 'services',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
