-- Adds albums and the other details of listens.

-- Plays are no column of an index, so that counting one more changes no index. Details are per
-- member, so that adding listens, which locks the member's, waits for no other member, and deleting
-- the member deletes them. `details_id` is an integer: it takes the place of the padding after
-- `source`.
create table albums (
  id bigint generated always as identity primary key,
  artist_id bigint not null references artists,
  title text not null,
  title_key text not null,
  created_at timestamptz not null default now(),
  merged_into bigint references albums,
  unique (artist_id, title_key) include (merged_into)
);
create index albums_merged on albums (merged_into) where merged_into is not null;

create table listen_details (
  id integer generated always as identity primary key,
  member_id bigint not null,
  hash uuid not null,
  album_id bigint,
  album_artist_id bigint,
  artist_mbids uuid[],
  recording_mbid uuid,
  release_mbid uuid,
  track_number smallint,
  duration_ms integer,
  player text,
  client text,
  service text,
  unique (member_id, hash)
);
create index listen_details_by_album on listen_details (album_id) where album_id is not null;

alter table listens add column details_id integer;
alter table scrobble_inbox add column details jsonb;

create table album_plays_daily (
  member_id bigint not null,
  day date not null,
  album_id bigint not null,
  plays integer not null check (plays > 0),
  primary key (member_id, album_id, day)
) with (fillfactor = 90);

create table album_plays (
  member_id bigint not null,
  album_id bigint not null,
  plays integer not null check (plays > 0),
  latest date not null,
  primary key (member_id, album_id)
) with (fillfactor = 80);
create index album_plays_by_album on album_plays (album_id, member_id);
create index track_plays_by_track on track_plays (track_id, member_id);

alter table scrobble_sessions add column client text;
alter table now_playing add column details jsonb;

create or replace function delete_listens_of_member() returns trigger language plpgsql as $$ begin
  delete from listens where member_id = old.id;
  delete from plays_daily where member_id = old.id;
  delete from track_plays where member_id = old.id;
  delete from listen_details where member_id = old.id;
  delete from album_plays_daily where member_id = old.id;
  delete from album_plays where member_id = old.id;
  return null;
end $$;
