import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp, TimestampNow } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** A member's account at a service that accepted scrobbles are forwarded to. */
export interface RelaysTable {
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  /** The account name in the service's spelling. */
  account: string
  /** Base URL of a ListenBrainz server chosen by the member; null: the operator's. */
  base_url: string | null
  /** The user token or session key, encrypted with the key of this server. */
  secret: Buffer
  /** The name by which the other server relays, if it is a Flipside; null otherwise. */
  peer: string | null
  /** False if the member has switched it off: nothing is queued. */
  is_on: Generated<boolean>
  linked_at: Timestamp
  /** The time of the next request; null: nothing is pending, or the relay is stopped. */
  due_at: Timestamp | null
  /** A process sends its batch until then; the lease of a dead process expires. */
  leased_until: Timestamp | null
  /** The number of consecutive failures. */
  attempts: Generated<number>
  /** One of `relayFailureCodes`; null: the last request succeeded. */
  failure: string | null
  failed_at: Timestamp | null
  /** Whether the failure lasts until the member acts: listens stay pending. */
  is_stopped: Generated<boolean>
  /** The last listen of the batch in flight, which is sent again unchanged after a crash. */
  in_flight_to: number | null
  /** The maximum size of a batch: smaller after the service has rejected one. */
  batch_max: number | null
  last_sent_at: Timestamp | null
  /** The number of listens that the service has accepted. */
  sent: Generated<number>
  /** Listens that were not accepted, counted by reason. */
  ignored: ColumnType<Record<string, number>, string | undefined, string>
}

/** A listen to forward; deleted once the service has accepted or ignored it. */
export interface RelayedListensTable {
  id: Generated<number>
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  listened_at: Timestamp
  /** The names as the player sent them. */
  artist: string
  title: string
  /** A `ListenDetails`. */
  details: ColumnType<unknown, string | null, string | null>
  added_at: TimestampNow
}

export interface RelayTables {
  relays: RelaysTable
  relayed_listens: RelayedListensTable
}

const TABLES = `
create table relays (
  member_id bigint not null references members on delete cascade,
  service text not null check (service in ('lastfm', 'listenbrainz')),
  account text not null,
  base_url text,
  secret bytea not null,
  peer text,
  is_on boolean not null default true,
  linked_at timestamptz not null,
  due_at timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  failure text,
  failed_at timestamptz,
  is_stopped boolean not null default false,
  in_flight_to bigint,
  batch_max integer,
  last_sent_at timestamptz,
  sent bigint not null default 0,
  ignored jsonb not null default '{}',
  primary key (member_id, service)
);
create index relays_due on relays (due_at) where due_at is not null;

create table relayed_listens (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  service text not null,
  listened_at timestamptz not null,
  artist text not null,
  title text not null,
  details jsonb,
  added_at timestamptz not null default now(),
  foreign key (member_id, service) references relays on delete cascade
);
create index relayed_listens_by_turn on relayed_listens (member_id, service, id);
create index relayed_listens_by_age on relayed_listens (service, listened_at);
`

/** Adds relays, and the listens that they have to forward. */
export const relaysMigration: Migration = {
  number: 36,
  name: 'relays',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
