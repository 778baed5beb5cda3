-- service_turns need not survive a crash: by the time the server restarts, its times have passed.
create table member_sources (
  member_id bigint primary key references members on delete cascade,
  service text not null check (service in ('lastfm', 'listenbrainz')),
  account text not null,
  base_url text,
  is_proven boolean not null,
  chosen_at timestamptz not null,
  refreshed_at timestamptz,
  fresh_at timestamptz,
  tried_at timestamptz,
  failure text,
  stored_bytes bigint not null default 0
);
create index member_sources_by_account on member_sources (service, lower(account));

create table refreshes (
  member_id bigint primary key references member_sources on delete cascade,
  due_at timestamptz not null,
  attempts integer not null default 0,
  is_urgent boolean not null,
  leased_until timestamptz
);
create index refreshes_by_turn on refreshes (is_urgent desc, due_at);

create unlogged table service_turns (
  service text primary key,
  next_at timestamptz not null
);

create table source_proofs (
  nonce_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  expires_at timestamptz not null
);

create table chart_artists (
  member_id bigint not null references member_sources on delete cascade,
  period smallint not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  place smallint not null,
  primary key (member_id, period, artist_id)
);
create index chart_artists_by_artist on chart_artists (artist_id, period) include (member_id, plays);

create table chart_tracks (
  member_id bigint not null references member_sources on delete cascade,
  period smallint not null,
  track_id bigint not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  place smallint not null,
  primary key (member_id, period, track_id)
);

create table chart_days (
  member_id bigint not null references member_sources on delete cascade,
  day date not null,
  plays integer not null check (plays > 0),
  primary key (member_id, day)
);
