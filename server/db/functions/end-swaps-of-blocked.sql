-- Ends the open swaps between two members when one blocks the other, and the sharing of the results
-- of completed ones. The rows are locked first: an agreement that another transaction is storing
-- must be visible to the updates.
create or replace function end_swaps_of_blocked() returns trigger language plpgsql as $$
begin
  perform id from song_swaps
  where (initiator_id = new.blocker_id and matched_id = new.blocked_id)
    or (initiator_id = new.blocked_id and matched_id = new.blocker_id)
  order by id for no key update;
  update song_swaps set ended = 'expired', ended_at = new.created_at
  where completed_at is null and ended_at is null and (
    (initiator_id = new.blocker_id and matched_id = new.blocked_id)
    or (initiator_id = new.blocked_id and matched_id = new.blocker_id));
  update song_swaps set initiator_shares_at = null, matched_shares_at = null
  where (initiator_shares_at is not null or matched_shares_at is not null) and (
    (initiator_id = new.blocker_id and matched_id = new.blocked_id)
    or (initiator_id = new.blocked_id and matched_id = new.blocker_id));
  return null;
end $$;

create or replace trigger blocks_end_swaps after insert on blocks for each row execute function end_swaps_of_blocked();
