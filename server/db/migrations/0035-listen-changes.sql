-- Adds deletions and corrections of single listens, and the days of each source.

-- A member's listens of an artist, or from a source, are found by the days that have some: an index
-- on `listens` itself would have to be written with every listen. The lock prevents listens that the
-- triggers, created later in this transaction, would miss.
lock table listens in share row exclusive mode;
create table source_days (
  member_id bigint not null,
  source smallint not null,
  day date not null,
  primary key (member_id, source, day)
);
insert into source_days
  select distinct member_id, source, (listened_at at time zone 'UTC')::date from listens order by 1, 2, 3;
create index plays_daily_by_member_and_artist on plays_daily (member_id, artist_id, day) include (track_id, plays);

create table listen_changes (
  member_id bigint primary key references members on delete cascade,
  revision bigint not null
) with (fillfactor = 80);

create table changed_listens (
  member_id bigint not null references members on delete cascade,
  listened_at timestamptz not null,
  track_id bigint not null,
  source smallint not null,
  moved_to bigint,
  changed_at timestamptz not null default now(),
  primary key (member_id, listened_at, track_id)
);

create table listen_corrections (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  track_id bigint not null,
  on_album bigint,
  to_track bigint not null,
  to_album text,
  changed_at timestamptz not null default now()
);
create index listen_corrections_by_member on listen_corrections (member_id, id);

create or replace function delete_listens_of_member() returns trigger language plpgsql as $$ begin
  delete from listens where member_id = old.id;
  delete from plays_daily where member_id = old.id;
  delete from track_plays where member_id = old.id;
  delete from listen_details where member_id = old.id;
  delete from album_plays_daily where member_id = old.id;
  delete from album_plays where member_id = old.id;
  delete from source_days where member_id = old.id;
  return null;
end $$;
