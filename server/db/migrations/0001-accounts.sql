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
