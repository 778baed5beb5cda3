-- As in 0005, the checks repeat the order of rules.ts. A block ends an open swap between the two
-- members in the same transaction, with `expired`, so that neither is notified.
alter table song_swaps add column ended text check (ended in ('declined', 'withdrawn', 'expired'));
alter table song_swaps add column ended_at timestamptz;
alter table song_swaps add check ((ended is null) = (ended_at is null));
alter table song_swaps add check (ended is null or completed_at is null);
alter table song_swaps add check (ended is null or ended = 'expired' or (matched_track_id is null and matched_rating is null));
alter table song_swaps add check (ended is distinct from 'declined' or initiator_track_id is not null);

drop index song_swaps_open;
create index song_swaps_open_by_initiator on song_swaps (initiator_id) where completed_at is null and ended_at is null;
create index song_swaps_open_by_matched on song_swaps (matched_id) where completed_at is null and ended_at is null;
create index song_swaps_unanswered on song_swaps ((coalesce(sent_at, created_at)))
  where completed_at is null and ended_at is null and (matched_track_id is null or matched_rating is null);
create index song_swaps_by_initiator_sent on song_swaps (initiator_id, sent_at desc);
create index song_swaps_by_matched_sent on song_swaps (matched_id, sent_at desc);

create function end_swaps_of_blocked() returns trigger language plpgsql as $$
begin
  update song_swaps set ended = 'expired', ended_at = new.created_at
  where completed_at is null and ended_at is null and (
    (initiator_id = new.blocker_id and matched_id = new.blocked_id)
    or (initiator_id = new.blocked_id and matched_id = new.blocker_id));
  return null;
end $$;
create trigger blocks_end_swaps after insert on blocks for each row execute function end_swaps_of_blocked();

create index members_by_place on members ((hashint8extended(id, 0))) where not is_system;
