create table messages (
  id bigint generated always as identity primary key,
  sender_id bigint not null references members on delete cascade,
  recipient_id bigint not null references members on delete cascade,
  body text not null,
  client_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  check (sender_id <> recipient_id),
  unique (sender_id, client_id)
);
create index messages_by_pair on messages
  (least(sender_id, recipient_id), greatest(sender_id, recipient_id), id desc);
create index messages_unread on messages (recipient_id, sender_id, id) where read_at is null;

create table conversations (
  member_id bigint not null references members on delete cascade,
  other_id bigint not null references members on delete cascade,
  last_message_at timestamptz not null,
  unread integer not null default 0 check (unread >= 0),
  version bigint not null default 1,
  primary key (member_id, other_id),
  check (member_id <> other_id)
);
create index conversations_by_time on conversations (member_id, last_message_at desc);
create index conversations_by_other on conversations (other_id);
