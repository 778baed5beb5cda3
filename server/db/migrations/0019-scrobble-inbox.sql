-- Rows are inserted and deleted by the thousand: dead rows are vacuumed whenever autovacuum runs.
create table scrobble_inbox (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  listened_at timestamptz not null,
  artist text not null,
  artist_key text not null,
  title text not null,
  title_key text not null,
  received_at timestamptz not null default now(),
  error text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index scrobble_inbox_by_member on scrobble_inbox (member_id);
