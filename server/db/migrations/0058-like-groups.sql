-- Adds the groups of likes.

-- Likes of running processes wait: each is counted by this statement or by the trigger.
lock table activity in share row exclusive mode;
create table like_groups (
  broadcast_id bigint not null references broadcasts on delete cascade,
  day date not null,
  member_id bigint not null references members on delete cascade,
  latest_id bigint not null,
  likes integer not null check (likes > 0),
  primary key (broadcast_id, day)
);
insert into like_groups (broadcast_id, day, member_id, latest_id, likes)
  select broadcast_id, case when is_unread then 'infinity'::date else (created_at at time zone 'UTC')::date end,
    member_id, max(id), count(*)
  from activity where kind = 'like' group by 1, 2, 3;
create index like_groups_by_member on like_groups (member_id, latest_id desc);
create index like_groups_unread on like_groups (member_id) where day = 'infinity';
create index activity_without_likes on activity (member_id, id desc) where kind <> 'like';
create index activity_unread_without_likes on activity (member_id) where is_unread and kind <> 'like';
