-- Adds members' music libraries, and the songs in them of tracks that are known here.

-- A song of a track is found by the key, the viewer first. `seen_at` is in no index, so that the
-- daily update of a row writes no index. Recordings and ISRCs are looked up by their id.
create table music_libraries (
  member_id bigint primary key references members on delete cascade,
  address text not null,
  account text not null,
  name text not null,
  secret bytea not null,
  linked_at timestamptz not null,
  due_at timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  is_stopped boolean not null default false,
  failure text,
  failed_at timestamptz,
  run_started_at timestamptz,
  songs_read integer not null default 0,
  songs integer not null default 0,
  matched integer not null default 0,
  matched_at timestamptz
);
create index music_libraries_due on music_libraries (due_at);

create table library_songs (
  member_id bigint not null references music_libraries on delete cascade,
  track_id bigint not null,
  song_id text not null,
  duration_ms integer,
  bytes bigint,
  content_type text not null,
  matched_by smallint not null,
  seen_at timestamptz not null,
  primary key (member_id, track_id)
) with (fillfactor = 80);

create index track_links_by_recording on track_links (service, external_id) where service in (11, 12);
