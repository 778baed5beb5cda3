create table deleted_broadcasts (
  id bigint primary key,
  author_id bigint not null references members on delete cascade,
  deleted_at timestamptz not null default now()
);
create index deleted_broadcasts_by_author on deleted_broadcasts (author_id);
create index deleted_broadcasts_by_age on deleted_broadcasts (deleted_at);
