create table scrobble_tokens (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  token_md5 text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index scrobble_tokens_by_member on scrobble_tokens (member_id);

create table scrobble_sessions (
  key_hash bytea primary key,
  token_id bigint not null references scrobble_tokens on delete cascade,
  created_at timestamptz not null default now()
);
create index scrobble_sessions_by_token on scrobble_sessions (token_id, created_at);

create sequence now_playing_versions;
create unlogged table now_playing (
  member_id bigint primary key references members on delete cascade,
  artist text not null,
  artist_key text not null,
  title text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  version bigint not null default nextval('now_playing_versions')
);
create index now_playing_by_end on now_playing (ends_at);
