import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** A passkey of a member: the public half of a key pair, created by an authenticator. */
export interface PasskeysTable {
  id: Generated<number>
  member_id: number
  credential_id: Buffer
  /** Random, the same for all passkeys of the member: authenticators store it with the passkey. */
  user_handle: Buffer
  /** As COSE_Key. */
  public_key: Buffer
  /** The signature counter at the last use; 0 if the authenticator does not count. */
  counter: number
  name: string
  /** Whether it is synchronized between devices. */
  is_backed_up: boolean
  created_at: Timestamp
  last_used_at: Timestamp | null
}

/** A challenge without a response. Unlogged: after a crash it is requested again. */
export interface PasskeyChallengesTable {
  challenge_hash: Buffer
  /** The member that adds a passkey; null for a log-in. */
  member_id: number | null
  /** Of the passkey to add; null for a log-in. */
  user_handle: Buffer | null
  /** Of a log-in: SHA-256 of the address that requested it, to limit their number. */
  address_hash: Buffer | null
  expires_at: Timestamp
}

export interface PasskeysTables {
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
}

const TABLES = `
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
`

/** Adds passkeys and the challenges that prove their use. */
export const passkeysMigration: Migration = {
  number: 32,
  name: 'passkeys',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
