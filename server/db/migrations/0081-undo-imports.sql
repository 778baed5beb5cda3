-- Adds what undoing imports, deleting sources and finding doubles need.

-- What an import has added or found stored, a row per batch, so that it can be undone: listens need
-- no column. Doubles are listens that another source has too; histories with several sources are
-- examined once.
alter table imports add column undo text check (undo in ('running', 'done')),
  add column undo_examined bigint not null default 0, add column undo_deleted bigint not null default 0;
create index imports_to_undo on imports (id) where undo = 'running';
create table import_listens (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports on delete cascade,
  source smallint not null,
  is_added boolean not null,
  first_at integer not null,
  last_at integer not null,
  times integer[] not null
);
create index import_listens_by_import on import_listens (import_id);
alter table listen_sources add column deleting bigint;
create index listen_sources_to_delete on listen_sources (member_id) where deleting is not null;

create table listen_doubles (
  member_id bigint not null references members on delete cascade,
  listened_at timestamptz not null,
  track_id bigint not null,
  source smallint not null,
  kept_at timestamptz not null,
  kept_track bigint not null,
  kept_source smallint not null,
  details_id integer,
  removed_at timestamptz,
  primary key (member_id, listened_at, track_id)
);
create index listen_doubles_by_kept on listen_doubles (member_id, kept_at);
create index listen_doubles_by_age on listen_doubles (removed_at) where removed_at is not null;
create table listen_double_pairs (
  member_id bigint not null references members on delete cascade,
  kept_source smallint not null,
  source smallint not null,
  is_removed boolean not null,
  is_busy boolean not null,
  primary key (member_id, kept_source, source)
);
create index listen_double_pairs_busy on listen_double_pairs (member_id) where is_busy;
create table double_checks (
  member_id bigint primary key references members on delete cascade,
  after_track bigint not null default 0
);
insert into double_checks (member_id)
  select member_id from listen_sources where listens > 0 group by 1 having count(*) > 1;
