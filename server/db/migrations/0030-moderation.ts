import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** The suspension of a member; it has no effect after its end. */
export interface SuspensionsTable {
  member_id: number
  reason: string
  since: TimestampNow
  /** Null: until an admin ends it. */
  until: Timestamp | null
  /** Null: the command line, or an admin with a deleted account. */
  admin_id: number | null
}

/** A message of the admins that the member has to confirm. */
export interface WarningsTable {
  id: Generated<number>
  member_id: number
  admin_id: number | null
  kind: 'warning' | 'broadcast_hidden' | 'broadcast_deleted' | 'picture_deleted' | 'reply_hidden' | 'reply_deleted'
  reason: string
  /** The text of the broadcast. */
  about: string
  created_at: TimestampNow
  confirmed_at: Timestamp | null
}

/** A note about a member that only admins see. */
export interface MemberNotesTable {
  id: Generated<number>
  member_id: number
  admin_id: number | null
  text: string
  created_at: TimestampNow
}

/**
 * What admins have done. Members by id only, without a foreign key: rows are never changed, and do
 * not name a member with a deleted account.
 */
export interface AuditLogTable {
  id: Generated<number>
  created_at: TimestampNow
  /** Null: the command line. */
  admin_id: number | null
  action: string
  subject_id: number | null
  report_id: number | null
  reason: string
  detail: string
}

/** The settings of the instance: one row. */
export interface InstanceTable {
  only_row: Generated<boolean>
  name: string
  about: string
  rules: string
  privacy: string
  contact: string
  sign_up: 'open' | 'invited' | 'closed'
  members_invite: boolean
  /** Null: the limit of the environment. */
  strangers_per_day: number | null
}

export interface InvitationsTable {
  id: Generated<number>
  /** Null: the command line. */
  inviter_id: number | null
  /** SHA-256 of the code; since migration 59. */
  code_hash: Buffer
  uses: Generated<number>
  max_uses: number
  created_at: TimestampNow
  expires_at: ColumnType<Date, Date | string, Date | string>
  revoked_at: Timestamp | null
}

/** The invitation that a member has joined by. */
export interface InvitedMembersTable {
  member_id: number
  invitation_id: number
}

export interface ModerationTables {
  suspensions: SuspensionsTable
  warnings: WarningsTable
  member_notes: MemberNotesTable
  audit_log: AuditLogTable
  instance: InstanceTable
  invitations: InvitationsTable
  invited_members: InvitedMembersTable
}

const TABLES = `
alter table broadcasts add column hidden_at timestamptz;

alter table reports add column closed_by bigint references members on delete set null;
alter table reports add column outcome text not null default '';
alter table reports add column note text not null default '';
create index reports_open_by_reported on reports (reported_id) where closed_at is null;

create table suspensions (
  member_id bigint primary key references members on delete cascade,
  reason text not null check (length(reason) between 1 and 500),
  since timestamptz not null default now(),
  until timestamptz,
  admin_id bigint references members on delete set null
);
create index suspensions_by_admin on suspensions (admin_id);

create table warnings (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  admin_id bigint references members on delete set null,
  kind text not null check (kind in ('warning', 'broadcast_hidden', 'broadcast_deleted', 'picture_deleted')),
  reason text not null check (length(reason) <= 500),
  about text not null default '',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index warnings_by_member on warnings (member_id, id);
create index warnings_open on warnings (member_id) where confirmed_at is null;
create index warnings_by_admin on warnings (admin_id);

create table member_notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  admin_id bigint references members on delete set null,
  text text not null check (length(text) between 1 and 500),
  created_at timestamptz not null default now()
);
create index member_notes_by_member on member_notes (member_id, id);
create index member_notes_by_admin on member_notes (admin_id);

create table audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  admin_id bigint,
  action text not null,
  subject_id bigint,
  report_id bigint,
  reason text not null default '',
  detail text not null default ''
);
create index audit_log_by_subject on audit_log (subject_id, id);

create table instance (
  only_row boolean primary key default true check (only_row),
  name text not null default '',
  about text not null default '',
  rules text not null default '',
  privacy text not null default '',
  contact text not null default '',
  sign_up text not null default 'open' check (sign_up in ('open', 'invited', 'closed')),
  members_invite boolean not null default true,
  strangers_per_day integer check (strangers_per_day between 0 and 1000)
);
insert into instance default values;

create table invitations (
  id bigint generated always as identity primary key,
  inviter_id bigint references members on delete cascade,
  code text not null unique,
  uses integer not null default 0,
  max_uses integer not null check (max_uses between 1 and 100),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (uses <= max_uses)
);
create index invitations_by_inviter on invitations (inviter_id, id);

create table invited_members (
  member_id bigint primary key references members on delete cascade,
  invitation_id bigint not null references invitations on delete cascade
);
create index invited_members_by_invitation on invited_members (invitation_id);
`

/**
 * Adds suspensions, warnings, notes, the audit log, the settings of the instance and invitations.
 */
export const moderationMigration: Migration = {
  number: 30,
  name: 'moderation',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
