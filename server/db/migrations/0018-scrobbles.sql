-- As in 0012 and 0016, at a third of the cost, which every scrobble pays. Both triggers run for an
-- insert that updates, usually one of them without effect. Members are looked up by subqueries: with
-- a join, all of them were read for every changed row.
create or replace function keep_new_artist_plays() returns trigger language plpgsql as $$ begin
  if not exists (select from new_rows) then return null; end if;
  with marked as materialized (
    select member_id, artist_id, plays, tracks_heard,
      (select true from unranked_members where unranked_members.member_id = new_rows.member_id) as is_unranked
    from new_rows),
  kept as (
    insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
    select member_id, artist_id, 0, plays, 0, tracks_heard from marked where is_unranked is null)
  insert into taste_changes as kept (member_id, plays)
  select member_id, sum(plays) from marked
  where is_unranked and (select true from members where members.id = marked.member_id)
  group by member_id
  on conflict (member_id) do update set plays = kept.plays + excluded.plays;
  return null;
end $$;
create or replace function keep_changed_artist_plays() returns trigger language plpgsql as $$ begin
  if not exists (select from new_rows) then return null; end if;
  with moves as (
    select member_id, artist_id, plays as plays_before, 0 as plays_after, tracks_heard as tracks_before, 0 as tracks_after
    from old_rows
    union all select member_id, artist_id, 0, plays, 0, tracks_heard from new_rows),
  changed as materialized (
    select member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after,
      (select true from unranked_members where unranked_members.member_id = each.member_id) as is_unranked
    from (
      select member_id, artist_id, sum(plays_before) as plays_before, sum(plays_after) as plays_after,
        sum(tracks_before) as tracks_before, sum(tracks_after) as tracks_after
      from moves group by member_id, artist_id) as each),
  kept as (
    insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
    select member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after from changed
    where is_unranked is null)
  insert into taste_changes as kept (member_id, plays)
  select member_id, sum(abs(plays_after - plays_before)) from changed
  where is_unranked and (select true from members where members.id = changed.member_id)
  group by member_id
  on conflict (member_id) do update set plays = kept.plays + excluded.plays;
  return null;
end $$;
