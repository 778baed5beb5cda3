-- Adds the tracks of listens that wait for a relay, the loves that relays forward, the number of
-- listens that a service rejects in a row, and the activity of a relay that stops.

-- The list of kinds of activity is replaced by a wider one, as in migration 71.
alter table relayed_listens add column track_id bigint;
create index relayed_listens_by_time on relayed_listens (member_id, listened_at);

alter table relays add column rejections integer not null default 0;

create table relayed_loves (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  service text not null,
  track_id bigint,
  artist text,
  title text,
  recording_mbid uuid,
  score smallint not null,
  added_at timestamptz not null default now(),
  foreign key (member_id, service) references relays on delete cascade
);
create index relayed_loves_by_turn on relayed_loves (member_id, service, id);

alter table activity drop constraint if exists activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report', 'swap_share', 'server_failure', 'play_reaction', 'relay_stopped'));
