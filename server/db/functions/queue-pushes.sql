-- Queues a push to every subscription of the member that an entry of activity is for, in the
-- transaction that inserts the entry: no domain can miss it. An entry of messages becomes the
-- latest again by a new id. A push of the same tag that waits is updated, one that is being sent
-- is sent again. The lock on the subscriptions skips one that another transaction deletes.
create or replace function push_tag(entry activity) returns text language sql immutable as $$
  select case
    when entry.kind = 'message' then 'message-' || entry.actor_id
    when entry.kind = 'play_reaction' then 'play-reaction-' || entry.actor_id
    when entry.kind = 'follow' then 'follow-' || entry.actor_id
    when entry.kind = 'like' then 'like-' || entry.broadcast_id
    when entry.swap_id is not null then 'swap-' || entry.swap_id
    else entry.kind || '-' || entry.id
  end
$$;

create or replace function queue_pushes() returns trigger language plpgsql as $$ begin
  with devices as materialized (
    select id from push_subscriptions where member_id = new.member_id and host <> '' order by id for key share)
  insert into pushes as waiting (subscription_id, tag, activity_id, broadcast_id, caused_at, due_at)
  select id, push_tag(new), new.id, case when new.kind = 'like' then new.broadcast_id end, new.created_at, new.created_at
  from devices
  on conflict (subscription_id, tag) do update set activity_id = excluded.activity_id,
    caused_at = excluded.caused_at, version = waiting.version + 1,
    attempts = case when waiting.due_at is null then 0 else waiting.attempts end,
    due_at = coalesce(waiting.due_at, greatest(excluded.due_at, waiting.paused_until));
  return null;
end $$;

create or replace trigger activity_queues_pushes after insert or update of id on activity
  for each row execute function queue_pushes();
