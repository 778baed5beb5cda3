-- Adds where tracks can be played, and what each listen said about it.

-- The key contains the place, so that a track never has more than four ids of a service, whatever is
-- added concurrently. A row has no member: it belongs to the track.
create table track_links (
  track_id bigint not null references tracks,
  service smallint not null,
  place smallint not null check (place between 1 and 4),
  source smallint not null,
  first_seen date not null,
  last_seen date not null,
  external_id text not null check (length(external_id) between 1 and 300),
  primary key (track_id, service, place)
);

create table rejected_track_links (
  member_id bigint not null references members on delete cascade,
  track_id bigint not null references tracks,
  service smallint not null,
  external_id text not null,
  created_at timestamptz not null,
  primary key (track_id, service, external_id, member_id)
);
create index rejected_track_links_by_member on rejected_track_links (member_id);

alter table listen_details add column links jsonb;
