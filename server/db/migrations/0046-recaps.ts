import { type ColumnType, type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** When a member's next weekly report is announced. */
export interface ReportSchedulesTable {
  member_id: number
  /** The IANA zone that the member's device sent last. */
  time_zone: string
  /** The Monday of the latest week that needs no announcement any more. */
  last_week: ColumnType<Date, string, string>
  /** Monday at eight in the morning, after the week that follows `last_week`. */
  due_at: Timestamp
}

export interface RecapsTables {
  report_schedules: ReportSchedulesTable
}

const TABLES = `
create table recaps (
  member_id bigint not null references members on delete cascade,
  kind smallint not null,
  first_day date not null,
  time_zone text not null,
  last_utc_day date not null,
  counted jsonb not null,
  read_at timestamptz not null,
  primary key (member_id, kind, first_day, time_zone)
);
create index recaps_by_read on recaps (read_at);

create table report_schedules (
  member_id bigint primary key references members on delete cascade,
  time_zone text not null,
  last_week date not null,
  due_at timestamptz not null
);
create index report_schedules_by_due on report_schedules (due_at);

create index broadcasts_by_author_and_time on broadcasts (author_id, created_at) where type = 'Track';
`

/** Adds stored recaps and the schedule of weekly reports. */
export const recapsMigration: Migration = {
  number: 46,
  name: 'recaps',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
