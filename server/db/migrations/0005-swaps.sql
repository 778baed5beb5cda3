-- The checks repeat the order of rules.ts, so that no other program can violate it.
create table song_swaps (
  id bigint generated always as identity primary key,
  initiator_id bigint not null references members on delete cascade,
  matched_id bigint not null references members on delete cascade,
  initiator_track_id bigint references tracks,
  matched_track_id bigint references tracks,
  initiator_rating smallint check (initiator_rating between 1 and 5),
  matched_rating smallint check (matched_rating between 1 and 5),
  is_random boolean not null default false,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  completed_at timestamptz,
  check (initiator_id <> matched_id),
  check ((sent_at is not null) = (initiator_track_id is not null)),
  check (initiator_track_id is not null or (matched_track_id is null and matched_rating is null)),
  check (initiator_rating is null or (matched_track_id is not null and matched_rating is not null)),
  check ((completed_at is not null) = (initiator_rating is not null))
);
create index song_swaps_by_initiator on song_swaps (initiator_id, id desc);
create index song_swaps_by_matched on song_swaps (matched_id, id desc);
create index song_swaps_open on song_swaps (initiator_id, matched_id) where completed_at is null;
