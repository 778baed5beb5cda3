-- Adds confirmed addresses, the links that confirm them, and the address of a mailed reset link.

create table confirmed_emails (
  member_id bigint primary key references members on delete cascade,
  email text not null,
  confirmed_at timestamptz not null default now()
);
create index confirmed_emails_by_address on confirmed_emails (lower(email));

create table email_confirmations (
  token_hash bytea primary key,
  member_id bigint not null references members on delete cascade,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_confirmations_by_member on email_confirmations (member_id, expires_at);
create index email_confirmations_by_end on email_confirmations (expires_at);

alter table password_resets add column email text;
