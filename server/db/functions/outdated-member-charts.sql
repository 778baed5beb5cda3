-- Deletes the stored charts that contain a changed day, and the stored recaps of periods that end
-- on or after it: earlier plays decide which artists are new. Triggers, so that every change of
-- plays does it: additions, deletions, corrections and joined spellings. They run in the
-- transaction of the change, which holds the lock that storing a chart takes too. Days that no
-- stored chart contains, such as today, cost one look-up per member.
create or replace function delete_outdated_member_charts() returns trigger language plpgsql as $$ begin
  if exists (select from recaps
    where member_id = any (array(select distinct member_id from changed_rows))) then
    -- The array makes the plan an index look-up for any number of changed rows.
    delete from recaps using (select member_id, min(day) as day from changed_rows group by member_id) as changed
    where recaps.member_id = any (array(select distinct member_id from changed_rows))
      and changed.member_id = recaps.member_id and last_utc_day >= changed.day;
  end if;
  if not exists (select from member_charts
    where member_id = any (array(select distinct member_id from changed_rows))) then return null; end if;
  delete from member_charts where member_id = any (array(select distinct member_id from changed_rows))
    and (kind = 2) = (tg_table_name = 'album_plays_daily')
    and exists (select from changed_rows as changed
      where changed.member_id = member_charts.member_id and changed.day between first_day and last_day);
  return null;
end $$;

create or replace trigger plays_daily_inserted after insert on plays_daily
  referencing new table as changed_rows for each statement execute function delete_outdated_member_charts();
create or replace trigger plays_daily_updated after update on plays_daily
  referencing new table as changed_rows for each statement execute function delete_outdated_member_charts();
create or replace trigger plays_daily_deleted after delete on plays_daily
  referencing old table as changed_rows for each statement execute function delete_outdated_member_charts();
create or replace trigger album_plays_daily_inserted after insert on album_plays_daily
  referencing new table as changed_rows for each statement execute function delete_outdated_member_charts();
create or replace trigger album_plays_daily_updated after update on album_plays_daily
  referencing new table as changed_rows for each statement execute function delete_outdated_member_charts();
create or replace trigger album_plays_daily_deleted after delete on album_plays_daily
  referencing old table as changed_rows for each statement execute function delete_outdated_member_charts();
