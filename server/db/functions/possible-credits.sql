-- Records new names that may be credits of several artists: a job looks for their artists. Whether
-- they are is decided by server/listening/catalogue/split-credit.ts, which has fewer separators.
create or replace function add_possible_credits() returns trigger language plpgsql as $$ begin
  if not exists (select from new_rows) then return null; end if;
  insert into possible_credits (artist_id)
  select id from new_rows
  where name ~* ';|,| (•|&|x|with|vs\.?|[([]?(feat|ft|featuring)) |[([ ](feat|ft)\.' on conflict do nothing;
  return null;
end $$;

create or replace trigger artists_added after insert on artists
  referencing new table as new_rows for each statement execute function add_possible_credits();
