-- Adds the accounts that are followed.

create table followed_accounts (
  member_id bigint primary key references members on delete cascade,
  account text not null,
  base_url text,
  chosen_at timestamptz not null,
  read_to bigint not null default 0,
  is_caught_up boolean not null default false,
  reread_at timestamptz not null,
  due_at timestamptz not null,
  leased_until timestamptz,
  attempts integer not null default 0,
  failure text,
  read_at timestamptz,
  added bigint not null default 0
);
create index followed_accounts_due on followed_accounts (due_at);
