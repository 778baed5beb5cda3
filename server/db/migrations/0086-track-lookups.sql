-- Adds which tracks were looked up at MusicBrainz, and which are to be.

-- A row is both the queue and the cache: without `due_at` it says when the track was looked up.
create table track_lookups (
  track_id bigint primary key references tracks,
  due_at timestamptz,
  looked_up_at timestamptz,
  attempts integer not null default 0
);
create index track_lookups_due on track_lookups (due_at) where due_at is not null;
create index track_lookups_by_day on track_lookups (looked_up_at) where looked_up_at is not null;
