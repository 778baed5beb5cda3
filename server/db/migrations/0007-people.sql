create table mutes (
  muter_id bigint not null references members on delete cascade,
  muted_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_by_muted on mutes (muted_id);

create table reports (
  id bigint generated always as identity primary key,
  reporter_id bigint references members on delete set null,
  reported_id bigint not null references members on delete cascade,
  reason text not null,
  related_type text check (related_type in ('Broadcast', 'Message', 'Swap')),
  related_id bigint,
  quote text not null default '',
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index reports_open on reports (id) where closed_at is null;
create index reports_by_reporter on reports (reporter_id);
create index reports_by_reported on reports (reported_id);

alter table broadcasts add column about_swap_id bigint references song_swaps on delete cascade;
create index broadcasts_by_swap on broadcasts (about_swap_id) where about_swap_id is not null;

create table activity (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  actor_id bigint not null references members on delete cascade,
  kind text not null
    check (kind in ('like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended')),
  broadcast_id bigint references broadcasts on delete cascade,
  swap_id bigint references song_swaps on delete cascade,
  detail text not null default '',
  is_unread boolean not null default true,
  created_at timestamptz not null default now(),
  check (member_id <> actor_id),
  check ((broadcast_id is not null) = (kind = 'like')),
  check ((swap_id is not null) = (kind like 'swap%'))
);
create index activity_by_member on activity (member_id, id desc);
create index activity_unread on activity (member_id, actor_id) where is_unread;
create index activity_by_actor on activity (actor_id);
create unique index activity_of_likes on activity (broadcast_id, actor_id) where broadcast_id is not null;
create unique index activity_of_follows on activity (member_id, actor_id) where kind = 'follow';
create unique index activity_of_messages on activity (member_id, actor_id) where kind = 'message';
create unique index activity_of_swaps on activity (swap_id, member_id, kind) where swap_id is not null;

create table pictures (
  hash text not null,
  size text not null check (size in ('sm', 'med', 'lg', 'xl')),
  member_id bigint not null references members on delete cascade,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 100000),
  primary key (hash, size)
);
create index pictures_by_member on pictures (member_id);
alter table members drop constraint members_picture_url_check;
alter table members add constraint members_picture_url_check
  check (picture_url like 'https://%' or picture_url ~ '^/pictures/[A-Za-z0-9_-]{22}$');
-- Splits a name into pieces of one, two and three letters, which serve searches for any part of it.
-- PostgreSQL's trigram index (pg_trgm) is an extension, which an ordinary database user cannot
-- always install.
create function name_pieces(name text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct substr(name, start, length)
    from generate_series(1, char_length(name)) as start, generate_series(1, 3) as length
    where start + length - 1 <= char_length(name))
$$;
create index members_by_name_pieces on members using gin (name_pieces(name_key)) where not is_system;
create index members_by_name on members (name_key text_pattern_ops) where not is_system;
