-- Adds identities at an OpenID provider, and sign-ins in progress.

create table linked_identities (
  issuer text not null check (length(issuer) between 1 and 1000),
  subject text not null check (length(subject) between 1 and 255),
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (member_id, issuer)
);

create unlogged table sign_in_flows (
  id bigint generated always as identity primary key,
  state_hash bytea not null unique,
  browser_hash bytea not null,
  member_id bigint references members on delete cascade,
  verifier text not null,
  nonce text not null,
  next text not null,
  invitation text,
  expires_at timestamptz not null
);
create index sign_in_flows_by_member on sign_in_flows (member_id);
create index sign_in_flows_by_end on sign_in_flows (expires_at);

create unlogged table pending_sign_ups (
  browser_hash bytea primary key,
  issuer text not null,
  subject text not null,
  suggested_name text not null,
  expires_at timestamptz not null
);
create index pending_sign_ups_by_end on pending_sign_ups (expires_at);
