-- Updates the groups of likes that are one entry of activity. A statement locks all groups of its
-- broadcasts first, in one order. The next statement of the function then sees what was committed
-- before, so that the latest like is the latest one.
create or replace function like_day(is_unread boolean, created_at timestamptz) returns date language sql immutable as $$
  select case when is_unread then 'infinity'::date else (created_at at time zone 'UTC')::date end
$$;

create or replace function lock_like_groups(broadcasts bigint[]) returns void language plpgsql as $$ begin
  perform from like_groups where broadcast_id = any(broadcasts) order by broadcast_id, day for update;
end $$;

-- An element of each array is a like.
create or replace function remove_from_like_groups(broadcasts bigint[], days date[]) returns void language plpgsql as $$ begin
  delete from like_groups using (
    select broadcast_id, day, count(*) as likes from unnest(broadcasts, days) as gone (broadcast_id, day) group by 1, 2) as removed
  where like_groups.broadcast_id = removed.broadcast_id and like_groups.day = removed.day
    and like_groups.likes <= removed.likes;
  update like_groups set likes = like_groups.likes - removed.likes, latest_id = coalesce(
      (select id from activity where kind = 'like' and activity.broadcast_id = like_groups.broadcast_id
        and activity.id <= like_groups.latest_id and like_day(activity.is_unread, activity.created_at) = like_groups.day
      order by id desc limit 1), latest_id)
  from (
    select broadcast_id, day, count(*) as likes from unnest(broadcasts, days) as gone (broadcast_id, day) group by 1, 2) as removed
  where like_groups.broadcast_id = removed.broadcast_id and like_groups.day = removed.day;
end $$;

create or replace function add_to_like_groups(ids bigint[]) returns void language plpgsql as $$ begin
  insert into like_groups as known (broadcast_id, day, member_id, latest_id, likes)
  select broadcast_id, like_day(is_unread, created_at), member_id, max(id), count(*)
  from activity where id = any(ids) group by 1, 2, 3 order by 1, 2
  on conflict (broadcast_id, day) do update set latest_id = greatest(known.latest_id, excluded.latest_id),
    likes = known.likes + excluded.likes;
end $$;

create or replace function count_inserted_likes() returns trigger language plpgsql as $$
declare inserted bigint[]; begin
  select array_agg(id) into inserted from added where kind = 'like';
  if inserted is not null then perform add_to_like_groups(inserted); end if;
  return null;
end $$;

create or replace function count_deleted_likes() returns trigger language plpgsql as $$
declare broadcasts bigint[]; days date[]; begin
  select array_agg(broadcast_id), array_agg(like_day(is_unread, created_at)) into broadcasts, days
  from gone where kind = 'like';
  if broadcasts is null then return null; end if;
  perform lock_like_groups(broadcasts);
  perform remove_from_like_groups(broadcasts, days);
  return null;
end $$;

create or replace function count_read_likes() returns trigger language plpgsql as $$
declare moved bigint[]; broadcasts bigint[]; days date[]; begin
  select array_agg(id), array_agg(gone.broadcast_id), array_agg(like_day(gone.is_unread, gone.created_at))
  into moved, broadcasts, days
  from gone join added using (id) where gone.kind = 'like' and gone.is_unread <> added.is_unread;
  if moved is null then return null; end if;
  perform lock_like_groups(broadcasts);
  perform remove_from_like_groups(broadcasts, days);
  perform add_to_like_groups(moved);
  return null;
end $$;

create or replace trigger activity_counts_likes after insert on activity
  referencing new table as added for each statement execute function count_inserted_likes();
create or replace trigger activity_counts_deleted_likes after delete on activity
  referencing old table as gone for each statement execute function count_deleted_likes();
create or replace trigger activity_counts_read_likes after update on activity
  referencing old table as gone new table as added for each statement execute function count_read_likes();
