-- Adds the mentions in captions, and their activity.

-- A mention refers to a reply, or to the broadcast whose caption it is in. The index of a
-- broadcast's entries gains the recipient: a like has one, the mentions of a caption have several.
-- The list of activity is ordered by time.
create table broadcast_mentions (
  broadcast_id bigint not null references broadcasts on delete cascade,
  member_id bigint not null references members on delete cascade,
  written text not null,
  primary key (broadcast_id, member_id)
);
create index broadcast_mentions_by_member on broadcast_mentions (member_id, broadcast_id);

alter table activity drop constraint activity_check1;
alter table activity add constraint activity_broadcast_check
  check ((broadcast_id is not null) = (kind = 'like' or (kind = 'mention' and reply_id is null)));
alter table activity drop constraint activity_reply_check;
alter table activity add constraint activity_reply_check
  check ((reply_id is not null) = (kind = 'reply' or (kind = 'mention' and broadcast_id is null)));
drop index activity_of_likes;
create unique index activity_of_broadcasts on activity (broadcast_id, actor_id, member_id)
  where broadcast_id is not null;

create index activity_by_time on activity (member_id, created_at desc, id desc);
create index activity_without_likes_by_time on activity (member_id, created_at desc, id desc) where kind <> 'like';
drop index activity_by_member;
drop index if exists activity_without_likes;
