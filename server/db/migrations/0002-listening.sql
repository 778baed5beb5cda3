-- plays_daily stores the charts of a period, artist_plays those of all time. Both are written with
-- the listens, which guarantee that track and artist exist: checking foreign keys again would take a
-- third of the time of an import.
create table artists (
  id bigint generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  created_at timestamptz not null default now()
);

create table tracks (
  id bigint generated always as identity primary key,
  artist_id bigint not null references artists,
  title text not null,
  title_key text not null,
  created_at timestamptz not null default now(),
  unique (artist_id, title_key)
);

create table listens (
  member_id bigint not null references members on delete cascade,
  listened_at timestamptz not null,
  track_id bigint not null references tracks,
  primary key (member_id, listened_at, track_id)
);

create table plays_daily (
  member_id bigint not null references members on delete cascade,
  track_id bigint not null,
  day date not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  primary key (member_id, track_id, day)
);
create index plays_daily_by_member_and_day on plays_daily (member_id, day) include (track_id, artist_id, plays);
create index plays_daily_by_artist_and_day on plays_daily (artist_id, day) include (member_id, plays);

create table artist_plays (
  member_id bigint not null references members on delete cascade,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  primary key (member_id, artist_id)
);
create index artist_plays_by_artist on artist_plays (artist_id, plays desc, member_id);
