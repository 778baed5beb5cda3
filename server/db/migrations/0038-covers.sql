-- Adds the cache of cover art, and to albums a release that may have one.

-- Unlogged: covers can be fetched again.
alter table albums add column release_mbid uuid;
update albums set release_mbid = (select release_mbid from listen_details
  where album_id = albums.id and release_mbid is not null limit 1);

create unlogged table covers (
  album_id bigint primary key references albums on delete cascade,
  outdated_at timestamptz not null,
  used_at timestamptz not null,
  small bytea,
  large bytea,
  bytes integer not null
);
create index covers_by_use on covers (used_at);
