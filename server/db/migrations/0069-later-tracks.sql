-- Adds the tracks that members have saved to listen later.

-- The indexes on tracks and senders are for joining spellings and for deleting accounts.
create table later_tracks (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  track_id bigint not null references tracks,
  saved_at timestamptz not null,
  heard_at timestamptz,
  from_kind smallint,
  from_id bigint,
  from_member_id bigint references members on delete set null,
  unique (member_id, track_id)
);
create index later_tracks_to_hear on later_tracks (member_id, id) where heard_at is null;
create index later_tracks_by_track on later_tracks (track_id);
create index later_tracks_by_sender on later_tracks (from_member_id) where from_member_id is not null;
