-- Adds passkeys and the challenges that prove their use.

create table passkeys (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  credential_id bytea not null unique,
  user_handle bytea not null,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  name text not null check (length(name) between 1 and 60),
  is_backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_member on passkeys (member_id, id);

create unlogged table passkey_challenges (
  challenge_hash bytea primary key,
  member_id bigint references members on delete cascade,
  user_handle bytea,
  address_hash bytea,
  expires_at timestamptz not null,
  check ((member_id is null) = (user_handle is null) and (member_id is null) <> (address_hash is null))
);
create index passkey_challenges_by_member on passkey_challenges (member_id, expires_at) where member_id is not null;
create index passkey_challenges_by_address on passkey_challenges (address_hash, expires_at) where address_hash is not null;
create index passkey_challenges_by_age on passkey_challenges (expires_at);
