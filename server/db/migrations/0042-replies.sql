-- Adds replies to broadcasts, their mentions and activity, and edits of captions.

-- The kinds include that of migration 56, which may be applied earlier.
create table replies (
  id bigint generated always as identity primary key,
  broadcast_id bigint not null references broadcasts on delete cascade,
  author_id bigint not null references members on delete cascade,
  body text not null check (length(body) between 1 and 500),
  client_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  hidden_at timestamptz,
  unique (author_id, client_id)
);
create index replies_by_broadcast on replies (broadcast_id, id desc);
create index replies_by_author on replies (author_id, id desc);

create table reply_mentions (
  reply_id bigint not null references replies on delete cascade,
  member_id bigint not null references members on delete cascade,
  written text not null,
  primary key (reply_id, member_id)
);
create index reply_mentions_by_member on reply_mentions (member_id, reply_id);

alter table broadcasts add column replies integer not null default 0 check (replies >= 0);
alter table broadcasts add column edited_at timestamptz;

alter table activity add column reply_id bigint references replies on delete cascade;
alter table activity drop constraint activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report'));
alter table activity add constraint activity_reply_check check ((reply_id is not null) = (kind in ('reply', 'mention')));
create unique index activity_of_replies on activity (reply_id, member_id) where reply_id is not null;

alter table reports drop constraint reports_related_type_check;
alter table reports add constraint reports_related_type_check
  check (related_type in ('Broadcast', 'Reply', 'Message', 'Swap'));

alter table warnings drop constraint warnings_kind_check;
alter table warnings add constraint warnings_kind_check check (kind in
  ('warning', 'broadcast_hidden', 'broadcast_deleted', 'picture_deleted', 'reply_hidden', 'reply_deleted'));
