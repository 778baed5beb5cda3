-- Maintains the days on which a source has listens of a member.
create or replace function add_source_days() returns trigger language plpgsql as $$ begin
  insert into source_days (member_id, source, day)
    select distinct member_id, source, (listened_at at time zone 'UTC')::date from added order by 1, 2, 3
    on conflict do nothing;
  return null;
end $$;

create or replace function remove_source_days() returns trigger language plpgsql as $$ begin
  delete from source_days using (
      select distinct member_id, source, (listened_at at time zone 'UTC')::date as day from removed) as emptied
    where source_days.member_id = emptied.member_id and source_days.source = emptied.source
      and source_days.day = emptied.day and not exists (
        select from listens where listens.member_id = emptied.member_id and listens.source = emptied.source
          and listens.listened_at >= emptied.day::timestamp at time zone 'UTC'
          and listens.listened_at < (emptied.day + 1)::timestamp at time zone 'UTC');
  return null;
end $$;

create or replace trigger listens_added after insert on listens
  referencing new table as added for each statement execute function add_source_days();
create or replace trigger listens_removed after delete on listens
  referencing old table as removed for each statement execute function remove_source_days();
