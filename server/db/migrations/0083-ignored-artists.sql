-- Adds the artists that members leave out of all counts.

-- The second index finds the members of an artist that is joined with another one.
create table ignored_artists (
  member_id bigint not null references members on delete cascade,
  artist_id bigint not null,
  ignored_at timestamptz not null,
  primary key (member_id, artist_id)
);
create index ignored_artists_by_artist on ignored_artists (artist_id);
