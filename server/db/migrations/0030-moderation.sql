-- Adds suspensions, warnings, notes, the audit log, the settings of the instance and invitations.

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
