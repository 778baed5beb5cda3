-- Adds stored recaps and the schedule of weekly reports.

create table recaps (
  member_id bigint not null references members on delete cascade,
  kind smallint not null,
  first_day date not null,
  time_zone text not null,
  last_utc_day date not null,
  counted jsonb not null,
  read_at timestamptz not null,
  primary key (member_id, kind, first_day, time_zone)
);
create index recaps_by_read on recaps (read_at);

create table report_schedules (
  member_id bigint primary key references members on delete cascade,
  time_zone text not null,
  last_week date not null,
  due_at timestamptz not null
);
create index report_schedules_by_due on report_schedules (due_at);

create index broadcasts_by_author_and_time on broadcasts (author_id, created_at) where type = 'Track';
