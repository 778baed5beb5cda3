-- By member and day: a history arrives in the order of its days, so its rows are adjacent, and a
-- period is read from the same index. The sums over all days of a track have a table of their own,
-- since nearly every chart needs them.
create table track_plays (
  member_id bigint not null,
  track_id bigint not null,
  artist_id bigint not null,
  plays integer not null check (plays > 0),
  latest date not null,
  primary key (member_id, track_id)
) with (fillfactor = 80);
insert into track_plays
  select member_id, track_id, artist_id, sum(plays), max(day) from plays_daily group by member_id, track_id, artist_id;
alter table plays_daily drop constraint plays_daily_pkey;
drop index plays_daily_by_member_and_day;
alter table plays_daily add primary key (member_id, day, track_id) include (artist_id, plays);

-- Checked for every row, these keys took a third of the time of an import. Adding listens locks the
-- member and reads the tracks once for all of them; a trigger deletes the rows of a deleted member.
alter table listens drop constraint listens_member_id_fkey, drop constraint listens_track_id_fkey;
alter table plays_daily drop constraint plays_daily_member_id_fkey;
create function delete_listens_of_member() returns trigger language plpgsql as $$ begin
  delete from listens where member_id = old.id;
  delete from plays_daily where member_id = old.id;
  delete from track_plays where member_id = old.id;
  return null;
end $$;
create trigger member_deleted after delete on members for each row execute function delete_listens_of_member();

-- Another spelling of an artist or a track is a row that refers to the main one; it never refers to
-- another spelling.
alter table artists add column mbid uuid unique, add column merged_into bigint references artists;
alter table tracks add column mbid uuid, add column merged_into bigint references tracks;
alter table tracks drop constraint tracks_artist_id_title_key_key;
alter table tracks add unique (artist_id, title_key) include (merged_into);
create unique index tracks_by_mbid on tracks (artist_id, mbid) where mbid is not null;
create index artists_merged on artists (merged_into) where merged_into is not null;
create index tracks_merged on tracks (merged_into) where merged_into is not null;

create table identity_claims (
  kind text not null check (kind in ('artist', 'track')),
  id bigint not null,
  mbid uuid not null,
  member_id bigint not null references members on delete cascade,
  primary key (kind, id, mbid, member_id)
);
create index identity_claims_by_member on identity_claims (member_id);

create table jobs (
  name text primary key,
  due_at timestamptz not null
);
