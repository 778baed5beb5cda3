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
