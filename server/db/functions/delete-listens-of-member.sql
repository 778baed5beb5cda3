-- Deletes the listens of a deleted member. Not foreign keys: their checks took a third of the time
-- of an import.
create or replace function delete_listens_of_member() returns trigger language plpgsql as $$ begin
  delete from listens where member_id = old.id;
  delete from plays_daily where member_id = old.id;
  delete from track_plays where member_id = old.id;
  delete from listen_details where member_id = old.id;
  delete from album_plays_daily where member_id = old.id;
  delete from album_plays where member_id = old.id;
  delete from source_days where member_id = old.id;
  return null;
end $$;

create or replace trigger member_deleted after delete on members for each row execute function delete_listens_of_member();
