-- Records that the plays of an unranked member have changed, unless the member is being deleted.
create or replace function taste_of_unranked(whose bigint, changed bigint) returns void language sql as $$
  insert into taste_changes (member_id, plays) select whose, changed where exists (select from members where id = whose)
  on conflict (member_id) do update set plays = taste_changes.plays + excluded.plays
$$;
