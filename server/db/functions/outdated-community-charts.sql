-- Marks the stored counts of what a member has played, so that they are counted before they are
-- sent again. Called when a member leaves the leaderboards or joins them, and when the account is
-- deleted.
create or replace function mark_community_charts_outdated(member bigint) returns void language sql as $$
  update community_charts set counted_at = 'epoch' where (kind, id) in (
    select kind, id from community_charts where counted_at > 'epoch' and case kind
      when 0 then exists (select from artist_plays where member_id = member and artist_id = community_charts.id)
      when 1 then exists (select from album_plays where member_id = member and album_id = community_charts.id)
      else exists (select from track_plays where member_id = member and track_id = community_charts.id) end
    order by kind, id for update)
$$;

create or replace function outdate_community_charts_of_ranked() returns trigger language plpgsql as $$ begin
  perform mark_community_charts_outdated(coalesce(new.member_id, old.member_id));
  return null;
end $$;

create or replace function outdate_community_charts_of_deleted() returns trigger language plpgsql as $$ begin
  perform mark_community_charts_outdated(old.id);
  return old;
end $$;

create or replace trigger unranked_members_changed after insert or delete on unranked_members
  for each row execute function outdate_community_charts_of_ranked();
create or replace trigger members_charts_deleted before delete on members
  for each row execute function outdate_community_charts_of_deleted();
