-- Adds loved and hated tracks, and programs that ask a member for access.

create table track_feedback (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  track_id bigint references tracks,
  recording_mbid uuid,
  score smallint not null check (score in (-1, 1)),
  created_at timestamptz not null,
  check (track_id is not null or recording_mbid is not null),
  unique (member_id, track_id)
);
create unique index track_feedback_unmatched on track_feedback (member_id, recording_mbid) where track_id is null;
create index track_feedback_newest on track_feedback (member_id, created_at desc, id desc);
create index track_feedback_by_track on track_feedback (track_id) where track_id is not null;
create index tracks_of_recording on tracks (mbid) where mbid is not null;

alter table members add column shares_loved_tracks boolean not null default false;

create table program_requests (
  token_hash bytea primary key,
  api_key text not null,
  program text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  member_id bigint references members on delete cascade,
  is_allowed boolean,
  used_at timestamptz,
  check ((member_id is null) = (is_allowed is null))
);
create index program_requests_by_expiry on program_requests (expires_at);
create index program_requests_by_member on program_requests (member_id) where member_id is not null;
