-- Records changes of artist_plays in artist_plays_changes, from which a job updates the counts of
-- artists, except for unranked members, whose changes count for their own taste only. Triggers,
-- because rows of artist_plays are also deleted by cascade. They append rows: a counter updated in
-- place would make imports of the same artist wait for each other. Unranked members are looked up
-- by a subquery: a join might read the whole table for every row. Both insert and update triggers
-- run for `on conflict do update`, mostly one of them without rows.
create or replace function keep_new_artist_plays() returns trigger language plpgsql as $$ begin
  if not exists (select from new_rows) then return null; end if;
  with marked as materialized (
    select member_id, artist_id, plays, tracks_heard,
      (select true from unranked_members where unranked_members.member_id = new_rows.member_id) as is_unranked
    from new_rows),
  changes as (
    insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
    select member_id, artist_id, 0, plays, 0, tracks_heard from marked where is_unranked is null)
  insert into taste_changes as changes (member_id, plays)
  select member_id, sum(plays) from marked
  where is_unranked and (select true from members where members.id = marked.member_id)
  group by member_id
  on conflict (member_id) do update set plays = changes.plays + excluded.plays;
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
  changes as (
    insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
    select member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after from changed
    where is_unranked is null)
  insert into taste_changes as changes (member_id, plays)
  select member_id, sum(abs(plays_after - plays_before)) from changed
  where is_unranked and (select true from members where members.id = changed.member_id)
  group by member_id
  on conflict (member_id) do update set plays = changes.plays + excluded.plays;
  return null;
end $$;

create or replace function keep_old_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, plays, 0, tracks_heard, 0 from old_rows
  where (select true from unranked_members where unranked_members.member_id = old_rows.member_id) is null;
  perform taste_of_unranked(member_id, sum(plays)) from old_rows join unranked_members using (member_id) group by member_id;
  return null;
end $$;

create or replace trigger artist_plays_inserted after insert on artist_plays
  referencing new table as new_rows for each statement execute function keep_new_artist_plays();
create or replace trigger artist_plays_updated after update on artist_plays
  referencing old table as old_rows new table as new_rows for each statement execute function keep_changed_artist_plays();
create or replace trigger artist_plays_deleted after delete on artist_plays
  referencing old table as old_rows for each statement execute function keep_old_artist_plays();
