create table demo_community (
  is_only boolean primary key check (is_only),
  seed integer not null,
  seeded_at timestamptz not null default now()
);
create table demo_members (
  member_id bigint primary key references members on delete cascade,
  number integer not null unique
);
