-- As in 0012, but without a join of the transition tables: their row counts are unknown to the
-- planner, and comparing every pair of the 2,400 artists of a batch took seconds.
create or replace function keep_changed_artist_plays() returns trigger language plpgsql as $$ begin
  with moves as (
    select member_id, artist_id, plays as plays_before, 0 as plays_after, tracks_heard as tracks_before, 0 as tracks_after
    from old_rows
    union all select member_id, artist_id, 0, plays, 0, tracks_heard from new_rows),
  changed as materialized (
    select member_id, artist_id, sum(plays_before) as plays_before, sum(plays_after) as plays_after,
      sum(tracks_before) as tracks_before, sum(tracks_after) as tracks_after
    from moves group by member_id, artist_id),
  kept as (
    insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
    select member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after from changed
    where (select true from unranked_members where unranked_members.member_id = changed.member_id) is null)
  insert into taste_changes as kept (member_id, plays)
  select member_id, sum(abs(plays_after - plays_before)) from changed
  where (select true from unranked_members where unranked_members.member_id = changed.member_id)
    and exists (select from members where members.id = changed.member_id)
  group by member_id
  on conflict (member_id) do update set plays = kept.plays + excluded.plays;
  return null;
end $$;
