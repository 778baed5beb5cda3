import { type Generated, type Kysely, sql } from 'kysely'
import type { Timestamp } from './0001-accounts.ts'
import type { Migration } from './migration.ts'

/** What is pushed to a member, and when. Without a row: everything, always. */
export interface NotificationSettingsTable {
  member_id: number
  /** The kinds that are switched off: a kind that is added later is on. */
  off: Generated<string[]>
  /** Minutes of the day in `time_zone`; all three are null without quiet hours. */
  quiet_from: Generated<number | null>
  quiet_to: Generated<number | null>
  /** IANA name. */
  time_zone: Generated<string | null>
}

/** The subscription of a session's browser at a push service. It ends with the session. */
export interface PushSubscriptionsTable {
  id: Generated<number>
  member_id: number
  session_id: number
  /** A secret: its URL is all that a push service requires besides the signature. */
  endpoint: string
  /** The host and port of the endpoint. */
  host: string
  /** The browser's public key, and the secret shared with it: base64url. */
  p256dh: string
  auth: string
  subscribed_at: Timestamp
  /** The last push that the push service accepted. */
  pushed_at: Timestamp | null
  /** Nothing is sent before: the push service requested a pause. */
  paused_until: Timestamp | null
  /** The number of consecutive pushes that the push service rejected for good. */
  rejections: Generated<number>
}

/**
 * Pushes to send, which the trigger on `activity` inserts in the transaction of their cause. Of one
 * tag, one waits for each subscription. A row without `due_at` is sent, and delays the next one.
 */
export interface PushesTable {
  subscription_id: number
  /** Identifies the notification that it replaces on the device. */
  tag: string
  /** The latest entry. It is read again when the push is sent, and may be deleted by then. */
  activity_id: number
  /** Set for likes: the notification is about all unread likes of the broadcast. */
  broadcast_id: number | null
  caused_at: Timestamp
  due_at: Timestamp | null
  /** A process sends it until then; the lease of a dead process expires. */
  leased_until: Timestamp | null
  /** Increased by every further cause, also while it is being sent. */
  version: Generated<number>
  /** The number of consecutive failures. */
  attempts: Generated<number>
  /** The next push of this tag is not sent before. */
  paused_until: Timestamp | null
}

/** The key pair by which this server identifies itself to push services (RFC 8292). One row. */
export interface VapidKeysTable {
  id: Generated<number>
  /** Base64url. */
  public_key: string
  /** Encrypted if `is_encrypted`; otherwise base64url as text. */
  private_key: Buffer
  is_encrypted: boolean
  created_at: Timestamp
}

export interface NotificationTables {
  notification_settings: NotificationSettingsTable
  push_subscriptions: PushSubscriptionsTable
  pushes: PushesTable
  vapid_keys: VapidKeysTable
}

const TABLES = `
create table notification_settings (
  member_id bigint primary key references members on delete cascade,
  off text[] not null default '{}',
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text check (length(time_zone) <= 64),
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null))
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  session_id bigint not null references sessions (id) on delete cascade,
  endpoint text not null check (length(endpoint) <= 1000),
  host text not null,
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  subscribed_at timestamptz not null,
  pushed_at timestamptz,
  paused_until timestamptz,
  rejections integer not null default 0
);
create unique index push_subscriptions_by_session on push_subscriptions (session_id);
create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint);
create index push_subscriptions_by_member on push_subscriptions (member_id);

create table pushes (
  subscription_id bigint not null references push_subscriptions on delete cascade,
  tag text not null check (length(tag) <= 100),
  activity_id bigint not null,
  broadcast_id bigint,
  caused_at timestamptz not null,
  due_at timestamptz,
  leased_until timestamptz,
  version integer not null default 0,
  attempts integer not null default 0,
  paused_until timestamptz,
  primary key (subscription_id, tag)
);
create index pushes_due on pushes (due_at) where due_at is not null;
create index pushes_sent on pushes (paused_until) where due_at is null;

create table vapid_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  private_key bytea not null,
  is_encrypted boolean not null,
  created_at timestamptz not null
);

create index activity_likes_by_broadcast on activity (broadcast_id, id desc) where kind = 'like';
`

/** Adds Web Push: settings, subscriptions, pushes to send, and the key pair of the server. */
export const notificationsMigration: Migration = {
  number: 41,
  name: 'notifications',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
