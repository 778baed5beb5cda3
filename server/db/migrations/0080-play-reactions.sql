-- Adds reactions to what members play.

-- The new column is added without reading the table. The list of kinds is replaced by a wider one,
-- as in migration 57.
create table play_reactions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  listener_id bigint not null references members on delete cascade,
  track_id bigint not null references tracks,
  played_at timestamptz not null,
  created_at timestamptz not null,
  unique (member_id, listener_id, played_at)
);
create index play_reactions_by_listener on play_reactions (listener_id);
alter table activity add column play_reaction_id bigint references play_reactions on delete cascade;
create unique index activity_by_play_reaction on activity (play_reaction_id) where play_reaction_id is not null;
alter table activity drop constraint if exists activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report', 'swap_share', 'server_failure', 'play_reaction'));
