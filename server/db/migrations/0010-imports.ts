import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** An import of a member's file of listens, and its result. The file itself is never stored. */
export interface ImportsTable {
  id: Generated<number>
  member_id: number
  /** Client id of the upload. */
  client_id: string | null
  file_name: string
  status: 'running' | 'done' | 'failed' | 'cancelled'
  note: Generated<string>
  /** The fraction of the file read so far, 0 to 1. */
  progress: Generated<number>
  taken: Generated<number>
  /** The number of listens that were already stored. */
  known: Generated<number>
  /** The number of records that are not listens, by reason. */
  skipped: Generated<Partial<Record<string, number>>>
  started_at: TimestampNow
  /** Heartbeat, written every few seconds while it runs: if it is old, the process has died. */
  updated_at: TimestampNow
  ended_at: Timestamp | null
}

/** The number of a member's listens by source. */
export interface ListenSourcesTable {
  member_id: number
  source: number
  listens: number
  /** The time of its last listens. */
  updated_at: Timestamp
}

export interface ImportsTables {
  imports: ImportsTable
  listen_sources: ListenSourcesTable
}

const CHANGES = `
alter table listens add column source smallint not null default 0;

create table listen_sources (
  member_id bigint not null references members on delete cascade,
  source smallint not null,
  listens bigint not null,
  updated_at timestamptz not null,
  primary key (member_id, source)
);
insert into listen_sources select member_id, 0, count(*), max(listened_at) from listens group by 1;

create table imports (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  client_id uuid,
  file_name text not null,
  status text not null check (status in ('running', 'done', 'failed', 'cancelled')),
  note text not null default '',
  progress double precision not null default 0,
  taken bigint not null default 0,
  known bigint not null default 0,
  skipped jsonb not null default '{}',
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((ended_at is null) = (status = 'running'))
);
create index imports_by_member on imports (member_id, id desc);
create index imports_running on imports (updated_at) where status = 'running';
`

export const importsMigration: Migration = {
  number: 10,
  name: 'imports',
  async up(db: Kysely<unknown>) {
    await sql.raw(CHANGES).execute(db)
  },
}
