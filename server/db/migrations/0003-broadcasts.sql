create table broadcasts (
  id bigint generated always as identity primary key,
  author_id bigint not null references members on delete cascade,
  type text not null check (type in ('Track', 'Activity')),
  title text not null,
  body text not null default '',
  track_id bigint references tracks,
  about_member_id bigint references members on delete cascade,
  about_other_id bigint references members on delete cascade,
  client_id uuid,
  likes integer not null default 0 check (likes >= 0),
  created_at timestamptz not null default now(),
  check ((type = 'Track') = (track_id is not null)),
  unique (author_id, client_id)
);
create index broadcasts_by_author on broadcasts (author_id, id desc);
create index broadcasts_by_author_and_likes on broadcasts (author_id, likes desc, id desc) where type = 'Track';
create index broadcasts_by_subject on broadcasts (about_member_id) where about_member_id is not null;
create index broadcasts_by_other_subject on broadcasts (about_other_id) where about_other_id is not null;

create table likes (
  broadcast_id bigint not null references broadcasts on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (broadcast_id, member_id)
);
create index likes_by_member on likes (member_id, broadcast_id);
