-- Adds stored charts.

-- The indexes of the search, which failed on some names, are those of migration 59.
create table member_charts (
  member_id bigint not null references members on delete cascade,
  kind smallint not null,
  first_day date not null,
  last_day date not null,
  read_at timestamptz not null,
  plays bigint not null,
  entries integer not null,
  ids bigint[] not null,
  id_plays integer[] not null,
  latest date[] not null,
  primary key (member_id, kind, first_day, last_day)
);
create index member_charts_by_read on member_charts (read_at);

create table community_charts (
  kind smallint not null,
  id bigint not null,
  counted_at timestamptz not null,
  read_at timestamptz not null,
  listeners integer not null default 0,
  plays bigint not null default 0,
  top_members bigint[] not null default '{}',
  top_plays integer[] not null default '{}',
  track_ids bigint[] not null default '{}',
  track_plays bigint[] not null default '{}',
  track_listeners integer[] not null default '{}',
  album_ids bigint[] not null default '{}',
  album_plays bigint[] not null default '{}',
  album_listeners integer[] not null default '{}',
  primary key (kind, id)
);

create index broadcasts_by_track on broadcasts (track_id, id desc) where track_id is not null;
