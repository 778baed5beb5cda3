import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** A time, read and written as a Date. */
export type Timestamp = ColumnType<Date, Date, Date>
/** A time that defaults to now in the database. */
export type TimestampNow = ColumnType<Date, Date | undefined, Date>

export interface MembersTable {
  id: Generated<number>
  /** In the member's spelling. */
  name: string
  /** The name folded by `foldName`: unique. */
  name_key: string
  email: string
  first_name: string
  last_name: string
  /** Null: no login with a password (System). */
  password_hash: string | null
  is_admin: Generated<boolean>
  /** The author of activity posts: has no session, is never matched and never listed. */
  is_system: Generated<boolean>
  swag: Generated<number>
  joined_at: TimestampNow
  /** Updated by use of the session, at most hourly. */
  last_login_at: TimestampNow
  /** The time of the member's last activity, used by matching. */
  active_at: TimestampNow
  /** The time of the first listen; null without listens. Written by the listening domain. */
  listens_since: Timestamp | null
  /** The linked music account: `lastfm` or `listenbrainz`, and the name there. */
  music_account_kind: string | null
  music_account_name: string | null
  /**
   * An https picture, the path of an uploaded one (since migration 7), or null: avatars are drawn
   * from the name.
   */
  picture_url: string | null
  /** Hides the listens from other members; since migration 12. */
  hides_listening: Generated<boolean>
  /** Restricts the profile to members followed by the owner; since migration 12. */
  is_private: Generated<boolean>
  /** Shows the loved tracks to the viewers of the listening; since migration 37. */
  shares_loved_tracks: Generated<boolean>
  /** Whether search engines are requested to leave the member's pages out; since migration 44. */
  hides_from_search: Generated<boolean>
  /** Not null for the placeholder of a deleted member in messages and swaps; since migration 12. */
  deleted_at: Generated<Date | null>
  /**
   * The common form of confusable names (`nameSkeleton`); null for rows created without it. Since
   * migration 20.
   */
  name_skeleton: Generated<string | null>
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer
  member_id: number
  created_at: TimestampNow
  renewed_at: Timestamp
  expires_at: Timestamp
  /** Id in the list of sessions; since migration 20. */
  id: Generated<number>
  /** Browser and system, as `describeDevice` derives them; since migration 20. */
  device: Generated<string>
  /** Precise to 10 minutes; since migration 20. */
  last_used_at: TimestampNow
}

export interface FollowsTable {
  /** Ascending with time: the cursor of people lists. */
  id: Generated<number>
  follower_id: number
  followee_id: number
  created_at: TimestampNow
}

export interface BlocksTable {
  blocker_id: number
  blocked_id: number
  created_at: TimestampNow
}

export interface PasswordResetsTable {
  /** SHA-256 of the link's token. */
  token_hash: Buffer
  member_id: number
  expires_at: Timestamp
  used_at: Timestamp | null
  /** The address that it was mailed to; null: handed over by an admin; since migration 31. */
  email: Generated<string | null>
}

export interface ClientIdsTable {
  member_id: number
  client_id: string
  endpoint: string
  /** SHA-256 of the parsed input. */
  fingerprint: Buffer
  /** Null only inside the transaction that inserts it. */
  status: number | null
  answer: ColumnType<unknown, string | null, string | null>
  created_at: TimestampNow
  /** The time after which a job may delete it; null: retained forever. */
  delete_after: Timestamp | null
}

export interface RateLimitsTable {
  key: string
  tokens: number
  is_allowed: boolean
  refilled_at: Timestamp
}

export interface AccountsTables {
  members: MembersTable
  sessions: SessionsTable
  follows: FollowsTable
  blocks: BlocksTable
  password_resets: PasswordResetsTable
  client_ids: ClientIdsTable
  rate_limits: RateLimitsTable
}

const TABLES = `
create table members (
  id bigint generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  email text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  is_admin boolean not null default false,
  is_system boolean not null default false,
  swag integer not null default 0,
  joined_at timestamptz not null default now(),
  last_login_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  listens_since timestamptz,
  music_account_kind text check (music_account_kind in ('lastfm', 'listenbrainz')),
  music_account_name text,
  picture_url text check (picture_url like 'https://%'),
  check ((music_account_kind is null) = (music_account_name is null))
);
create index members_by_activity on members (active_at) where not is_system;

create table sessions (
  token_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  renewed_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_end on sessions (expires_at);

create table follows (
  id bigint generated always as identity,
  follower_id bigint not null references members on delete cascade,
  followee_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create unique index follows_by_follower on follows (follower_id, id);
create unique index follows_by_followee on follows (followee_id, id);

create table blocks (
  blocker_id bigint not null references members on delete cascade,
  blocked_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);

create table password_resets (
  token_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_member on password_resets (member_id);

create table client_ids (
  member_id bigint not null references members on delete cascade,
  client_id uuid not null,
  endpoint text not null,
  fingerprint bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  delete_after timestamptz,
  primary key (member_id, client_id)
);
create index client_ids_by_end on client_ids (delete_after) where delete_after is not null;

create unlogged table rate_limits (
  key text primary key,
  tokens double precision not null,
  is_allowed boolean not null,
  refilled_at timestamptz not null
) with (fillfactor = 70);
create index rate_limits_by_age on rate_limits (refilled_at);

insert into members (name, name_key, is_system) values ('System', 'system', true);
`

export const accountsMigration: Migration = {
  number: 1,
  name: 'accounts',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
