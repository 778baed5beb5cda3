alter table members
  add column hides_listening boolean not null default false,
  add column is_private boolean not null default false,
  add column deleted_at timestamptz;

create table former_names (
  name_hash bytea primary key,
  deleted_at timestamptz not null default now()
);

create table impossible_days (
  member_id bigint not null references members on delete cascade,
  day date not null,
  primary key (member_id, day)
);
create table fairness_checks (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  first_day date not null,
  last_day date not null
);
create index fairness_checks_by_member on fairness_checks (member_id);

create table unranked_members (
  member_id bigint primary key,
  impossible_until date
);

-- One function decides which members are ranked, so that a switch, a job and a deletion cannot
-- disagree. It takes the lock of additions of listens: otherwise a concurrent batch would be counted
-- by the previous ranking. A member who becomes ranked or unranked is added to, or subtracted from,
-- the counts of artists by pending changes, which a job aggregates.
create function keep_ranking(whose bigint) returns void language plpgsql as $$
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

create function keep_ranking_of_hidden() returns trigger language plpgsql as $$ begin
  perform keep_ranking(new.id);
  return null;
end $$;
create trigger members_hidden after update of hides_listening, is_private on members for each row
  when (old.hides_listening <> new.hides_listening or old.is_private <> new.is_private)
  execute function keep_ranking_of_hidden();

-- As in 0008, but plays of excluded members are not counted. Their own taste is still updated.
-- Excluded members are looked up by a subquery: with a join, PostgreSQL might read the whole table
-- for every listen.
create function taste_of_unranked(whose bigint, changed bigint) returns void language sql as $$
  insert into taste_changes (member_id, plays) select whose, changed where exists (select from members where id = whose)
  on conflict (member_id) do update set plays = taste_changes.plays + excluded.plays
$$;
create or replace function keep_new_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, 0, plays, 0, tracks_heard from new_rows
  where (select true from unranked_members where unranked_members.member_id = new_rows.member_id) is null;
  perform taste_of_unranked(member_id, sum(plays)) from new_rows join unranked_members using (member_id) group by member_id;
  return null;
end $$;
create or replace function keep_changed_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, old_rows.plays, new_rows.plays, old_rows.tracks_heard, new_rows.tracks_heard
  from old_rows join new_rows using (member_id, artist_id)
  where (select true from unranked_members where unranked_members.member_id = old_rows.member_id) is null;
  perform taste_of_unranked(member_id, sum(abs(new_rows.plays - old_rows.plays)))
  from old_rows join new_rows using (member_id, artist_id) join unranked_members using (member_id) group by member_id;
  return null;
end $$;
create or replace function keep_old_artist_plays() returns trigger language plpgsql as $$ begin
  insert into artist_plays_changes (member_id, artist_id, plays_before, plays_after, tracks_before, tracks_after)
  select member_id, artist_id, plays, 0, tracks_heard, 0 from old_rows
  where (select true from unranked_members where unranked_members.member_id = old_rows.member_id) is null;
  perform taste_of_unranked(member_id, sum(plays)) from old_rows join unranked_members using (member_id) group by member_id;
  return null;
end $$;

-- Checks existing listens once.
insert into fairness_checks (member_id, first_day, last_day)
select member_id, min(day), max(day) from plays_daily group by member_id;
