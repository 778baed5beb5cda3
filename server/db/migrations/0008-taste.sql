alter table artist_plays add column tracks_heard integer not null default 0;
alter table artists
  add column listeners integer not null default 0,
  add column plays bigint not null default 0;

create table artist_plays_changes (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  artist_id bigint not null,
  plays_before integer not null,
  plays_after integer not null,
  tracks_before integer not null,
  tracks_after integer not null
);
create index artist_plays_changes_by_artist on artist_plays_changes (artist_id);

create table listeners_by_plays (
  artist_id bigint not null,
  plays integer not null,
  listeners integer not null,
  primary key (artist_id, plays) include (listeners)
);
create table listeners_by_tracks (
  artist_id bigint not null,
  tracks integer not null,
  listeners integer not null,
  primary key (artist_id, tracks) include (listeners)
);

create table taste_changes (
  member_id bigint primary key references members on delete cascade,
  plays bigint not null
);
create table taste_members (
  member_id bigint primary key references members on delete cascade,
  plays bigint not null,
  norm double precision not null,
  is_waiting boolean not null,
  computed_at timestamptz
);
create index taste_members_waiting on taste_members (member_id) where is_waiting;
create table taste_weights (
  member_id bigint not null references members on delete cascade,
  artist_id bigint not null,
  weight double precision not null,
  primary key (member_id, artist_id)
);
create index taste_weights_by_artist on taste_weights (artist_id, weight desc, member_id);
create table taste_neighbours (
  member_id bigint not null references members on delete cascade,
  other_id bigint not null references members on delete cascade,
  similarity double precision not null,
  shared bigint[] not null,
  primary key (member_id, other_id)
);
create index taste_neighbours_by_other on taste_neighbours (other_id);
create table taste_scale (
  is_only boolean primary key check (is_only),
  similarities double precision[] not null,
  members integer not null,
  computed_at timestamptz not null
);
create index members_with_listens on members (id) where listens_since is not null;

update artist_plays set tracks_heard = heard.tracks
from (select member_id, artist_id, count(distinct track_id) as tracks from plays_daily group by 1, 2) as heard
where artist_plays.member_id = heard.member_id and artist_plays.artist_id = heard.artist_id;
alter table artist_plays alter column tracks_heard drop default;
create index artist_plays_by_depth on artist_plays (artist_id, tracks_heard, member_id);

-- Counts existing listens once.
truncate listeners_by_plays, listeners_by_tracks, artist_plays_changes;
insert into listeners_by_plays select artist_id, plays, count(*) from artist_plays group by 1, 2;
insert into listeners_by_tracks select artist_id, tracks_heard, count(*) from artist_plays group by 1, 2;
update artists set listeners = counted.listeners, plays = counted.plays
from (select artist_id, count(*) as listeners, sum(plays) as plays from artist_plays group by 1) as counted
where artists.id = counted.artist_id;
insert into taste_changes select member_id, sum(plays) from artist_plays group by 1
on conflict (member_id) do update set plays = taste_changes.plays + excluded.plays;

-- Triggers, since rows of artist_plays are deleted by cascade with a member. They only append:
-- updating a count in place would make imports of the same artist wait for each other.
create function keep_new_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, 0, plays, 0, tracks_heard from new_rows;
  return null;
end $$;
create function keep_changed_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, old_rows.plays, new_rows.plays, old_rows.tracks_heard, new_rows.tracks_heard
  from old_rows join new_rows using (member_id, artist_id);
  return null;
end $$;
create function keep_old_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, plays, 0, tracks_heard, 0 from old_rows;
  return null;
end $$;
create trigger artist_plays_inserted after insert on artist_plays
  referencing new table as new_rows for each statement execute function keep_new_artist_plays();
create trigger artist_plays_updated after update on artist_plays
  referencing old table as old_rows new table as new_rows for each statement execute function keep_changed_artist_plays();
create trigger artist_plays_deleted after delete on artist_plays
  referencing old table as old_rows for each statement execute function keep_old_artist_plays();
