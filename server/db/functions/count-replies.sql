-- Maintains `broadcasts.replies`: the number of replies that are not hidden. Runs at the end of the
-- transaction, since concurrent replies to the broadcast wait for its row.
create or replace function count_reply() returns trigger language plpgsql as $$
declare
  change integer := 0;
begin
  if tg_op <> 'DELETE' and new.hidden_at is null then change := change + 1; end if;
  if tg_op <> 'INSERT' and old.hidden_at is null then change := change - 1; end if;
  if change <> 0 then
    update broadcasts set replies = replies + change where id = coalesce(new.broadcast_id, old.broadcast_id);
  end if;
  return null;
end $$;

drop trigger if exists replies_count on replies;
create constraint trigger replies_count after insert or delete or update of hidden_at on replies
  deferrable initially deferred for each row execute function count_reply();
