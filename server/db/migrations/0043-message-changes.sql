-- Adds cards, edits, deletions and reactions of messages.

-- A conversation has two members, and each has at most one reaction to a message: two columns.
alter table messages
  add column track_id bigint references tracks,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column sender_reaction text check (length(sender_reaction) <= 32),
  add column recipient_reaction text check (length(recipient_reaction) <= 32),
  add column changed_at timestamptz;
create index messages_changed on messages
  (least(sender_id, recipient_id), greatest(sender_id, recipient_id), changed_at) where changed_at is not null;
create index messages_by_track on messages (track_id) where track_id is not null;
