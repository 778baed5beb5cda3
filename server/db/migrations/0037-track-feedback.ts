import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** Tracks that members love or hate. */
export interface TrackFeedbackTable {
  id: Generated<number>
  member_id: number
  /** Null: no track here has the recording's MBID so far. */
  track_id: number | null
  /** The MBID that the client sent, if any. */
  recording_mbid: string | null
  /** 1: loved, -1: hated. */
  score: number
  created_at: Timestamp
}

/** Programs that ask for access by Audioscrobbler 2.0's `auth.getToken`. */
export interface ProgramRequestsTable {
  token_hash: Buffer
  /** As sent, cut. */
  api_key: string
  /** The program of the User-Agent; empty if it names none. */
  program: string
  created_at: Timestamp
  expires_at: Timestamp
  /** The member that decided; null while pending. */
  member_id: number | null
  /** Null while pending. */
  is_allowed: boolean | null
  /** When the program received its session key. */
  used_at: Timestamp | null
}

export interface TrackFeedbackTables {
  track_feedback: TrackFeedbackTable
  program_requests: ProgramRequestsTable
}

const TABLES = `
create table track_feedback (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  track_id bigint references tracks,
  recording_mbid uuid,
  score smallint not null check (score in (-1, 1)),
  created_at timestamptz not null,
  check (track_id is not null or recording_mbid is not null),
  unique (member_id, track_id)
);
create unique index track_feedback_unmatched on track_feedback (member_id, recording_mbid) where track_id is null;
create index track_feedback_newest on track_feedback (member_id, created_at desc, id desc);
create index track_feedback_by_track on track_feedback (track_id) where track_id is not null;
create index tracks_of_recording on tracks (mbid) where mbid is not null;

alter table members add column shares_loved_tracks boolean not null default false;

create table program_requests (
  token_hash bytea primary key,
  api_key text not null,
  program text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  member_id bigint references members on delete cascade,
  is_allowed boolean,
  used_at timestamptz,
  check ((member_id is null) = (is_allowed is null))
);
create index program_requests_by_expiry on program_requests (expires_at);
create index program_requests_by_member on program_requests (member_id) where member_id is not null;
`

/** Adds loved and hated tracks, and programs that ask a member for access. */
export const trackFeedbackMigration: Migration = {
  number: 37,
  name: 'track-feedback',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
