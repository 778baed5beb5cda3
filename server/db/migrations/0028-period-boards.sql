create table period_boards (
  artist_id bigint not null references artists on delete cascade,
  period smallint not null,
  first_day date not null,
  counted_at timestamptz not null,
  read_at timestamptz not null,
  top_members bigint[] not null default '{}',
  top_plays integer[] not null default '{}',
  plays integer[] not null default '{}',
  listeners integer[] not null default '{}',
  primary key (artist_id, period)
);
