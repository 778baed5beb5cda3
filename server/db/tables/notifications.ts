import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** A member's push settings. Without a row: everything, always. */
interface NotificationSettingsTable {
  member_id: number
  /** The kinds that are switched off: a kind that is added later is on. */
  off: Generated<string[]>
  /** Minutes since midnight in `time_zone`; all three are null without quiet hours. */
  quiet_from: Generated<number | null>
  quiet_to: Generated<number | null>
  /** IANA name. */
  time_zone: Generated<string | null>
}

/** A browser session's subscription at a push service. It ends with the session. */
interface PushSubscriptionsTable {
  id: Generated<number>
  member_id: number
  session_id: number
  /** A secret: its URL is all that a push service requires besides the signature. */
  endpoint: string
  /** The endpoint's host and port. */
  host: string
  /** The browser's public key, and the secret shared with it: base64url. */
  p256dh: string
  auth: string
  subscribed_at: Timestamp
  /** The last push that the push service accepted. */
  pushed_at: Timestamp | null
  /** Nothing is sent before: the push service requested a pause. */
  paused_until: Timestamp | null
  /** Consecutive pushes that the push service rejected for good. */
  rejections: Generated<number>
}

/**
 * Pushes to send, which the trigger on `activity` inserts in their cause's transaction. One per tag
 * waits for each subscription. A row without `due_at` is sent, and delays the next one.
 */
interface PushesTable {
  subscription_id: number
  /** Identifies the notification that it replaces on the device. */
  tag: string
  /** The latest entry. It is read again when the push is sent, and may be deleted by then. */
  activity_id: number
  /** Set for likes: the notification is about all the broadcast's unread likes. */
  broadcast_id: number | null
  caused_at: Timestamp
  due_at: Timestamp | null
  /** A process sends it until then; a dead process's lease expires. */
  leased_until: Timestamp | null
  /** Increased by every further cause, also while it is being sent. */
  version: Generated<number>
  /** Consecutive failures so far. */
  attempts: Generated<number>
  /** The next push with this tag is not sent before. */
  paused_until: Timestamp | null
}

/** The key pair by which this server identifies itself to push services (RFC 8292). One row. */
interface VapidKeysTable {
  id: Generated<number>
  /** Base64url. */
  public_key: string
  /** Encrypted if `is_encrypted`; otherwise base64url as text. */
  private_key: Buffer
  is_encrypted: boolean
  created_at: Timestamp
}

export interface NotificationsTables {
  notification_settings: NotificationSettingsTable
  push_subscriptions: PushSubscriptionsTable
  pushes: PushesTable
  vapid_keys: VapidKeysTable
}
