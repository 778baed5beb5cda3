-- Decides whether a member is ranked and records the change of the counts of artists. The one place
-- that decides, for the setting, the job and the deletion. Takes the lock of listens
-- (LISTENS_LOCK): a batch that is added concurrently would be counted by the old decision.
create or replace function keep_ranking(whose bigint) returns void language plpgsql as $$
declare
  was_left_out boolean;
  is_hidden boolean;
  latest date;
begin
  perform pg_advisory_xact_lock(7037, hashint8(whose));
  was_left_out := exists (select from unranked_members where member_id = whose);
  is_hidden := coalesce((select hides_listening or is_private from members where id = whose), false);
  latest := (select max(day) from impossible_days where member_id = whose);
  if is_hidden or latest is not null then
    insert into unranked_members (member_id, impossible_until) values (whose, case when not is_hidden then latest end)
    on conflict (member_id) do update set impossible_until = excluded.impossible_until;
  else
    delete from unranked_members where member_id = whose;
  end if;
  if was_left_out <> (is_hidden or latest is not null) then
    insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
    select member_id, artist_id, case when was_left_out then 0 else plays end, case when was_left_out then plays else 0 end,
      case when was_left_out then 0 else tracks_heard end, case when was_left_out then tracks_heard else 0 end
    from artist_plays where member_id = whose;
  end if;
end $$;

create or replace function keep_ranking_of_hidden() returns trigger language plpgsql as $$ begin
  perform keep_ranking(new.id);
  return null;
end $$;

create or replace trigger members_hidden after update of hides_listening, is_private on members for each row
  when (old.hides_listening <> new.hides_listening or old.is_private <> new.is_private)
  execute function keep_ranking_of_hidden();
