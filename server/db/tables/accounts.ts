import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

export interface MembersTable {
  id: Generated<number>
  /** In the member's spelling. */
  name: string
  /** The name folded by `foldName`: unique. */
  name_key: string
  email: string
  first_name: string
  last_name: string
  /** Null: no login with a password (System). */
  password_hash: string | null
  is_admin: Generated<boolean>
  /** The activity posts' author: has no session, is never matched and never listed. */
  is_system: Generated<boolean>
  swag: Generated<number>
  joined_at: TimestampNow
  /** Updated when the session is used, at most hourly. */
  last_login_at: TimestampNow
  /** The member's last activity time, used by matching. */
  active_at: TimestampNow
  /** The first listen's time; null without listens. Written by the listening domain. */
  listens_since: Timestamp | null
  /** The linked music account: `lastfm` or `listenbrainz`, and the name there. */
  music_account_kind: string | null
  music_account_name: string | null
  /** An https picture, an uploaded one's path, or null: avatars are drawn from the name. */
  picture_url: string | null
  hides_listening: Generated<boolean>
  /** Restricts the profile to members followed by the owner. */
  is_private: Generated<boolean>
  /** Shows the loved tracks to the listening's viewers. */
  shares_loved_tracks: Generated<boolean>
  /** Whether search engines are requested to leave the member's pages out. */
  hides_from_search: Generated<boolean>
  /** Not null for a deleted member's placeholder in messages and swaps. */
  deleted_at: Generated<Date | null>
  /** The common form for confusable names (`nameSkeleton`); null for rows created without it. */
  name_skeleton: Generated<string | null>
}

interface SessionsTable {
  /** The cookie token's SHA-256 hash. */
  token_hash: Buffer
  member_id: number
  created_at: TimestampNow
  renewed_at: Timestamp
  expires_at: Timestamp
  /** The id in the session list. */
  id: Generated<number>
  /** Browser and system, as `describeDevice` derives them. */
  device: Generated<string>
  /** Precise to 10 minutes. */
  last_used_at: TimestampNow
  /** The primary's log position after the last write, in bytes; null without a standby. */
  log_position: Generated<number | null>
}

interface FollowsTable {
  /** Ascending with time: the cursor for people lists. */
  id: Generated<number>
  follower_id: number
  followee_id: number
  created_at: TimestampNow
}

interface BlocksTable {
  blocker_id: number
  blocked_id: number
  created_at: TimestampNow
}

interface PasswordResetsTable {
  /** The link token's SHA-256 hash. */
  token_hash: Buffer
  member_id: number
  expires_at: Timestamp
  used_at: Timestamp | null
  /** The address that it was mailed to; null: handed over by an admin. */
  email: Generated<string | null>
}

/**
 * Muted members, hidden from the muting member's feed, badges and activity. Muting is invisible to
 * the muted member.
 */
interface MutesTable {
  muter_id: number
  muted_id: number
  created_at: TimestampNow
}

/** A member's uploaded picture, one row for each size. */
interface PicturesTable {
  /**
   * A hash over the whole set and its member: the URL changes with every change and is unique to
   * the member.
   */
  hash: string
  /** `sm`, `med`, `lg`, `xl`. */
  size: string
  member_id: number
  /** `image/jpeg`, `image/png` or `image/webp`. */
  type: string
  bytes: Buffer
}

/**
 * An address from which a member has logged in: failed logins from other addresses do not count
 * against it.
 */
interface KnownAddressesTable {
  member_id: number
  /** The SHA-256 hash over the member's id and the address. */
  address_hash: Buffer
  last_used_at: Timestamp
}

/** A deleted account's name, which cannot be used again. */
interface FormerNamesTable {
  /** The folded name's SHA-256 hash, so that the table does not reveal names. */
  name_hash: Buffer
  deleted_at: TimestampNow
}

/**
 * The address that a member has confirmed. It counts only while it is the one in `members`: a
 * server version without mail changes only that one.
 */
interface ConfirmedEmailsTable {
  member_id: number
  email: string
  confirmed_at: TimestampNow
}

/** A link that confirms an address. */
interface EmailConfirmationsTable {
  /** The link token's SHA-256 hash. */
  token_hash: Buffer
  member_id: number
  /** The address that it was sent to. */
  email: string
  expires_at: Timestamp
  used_at: Timestamp | null
}

/** A member's passkey: a key pair's public half, created by an authenticator. */
export interface PasskeysTable {
  id: Generated<number>
  member_id: number
  credential_id: Buffer
  /** Random, the same for all the member's passkeys: authenticators store it with the passkey. */
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
interface PasskeyChallengesTable {
  challenge_hash: Buffer
  /** The member that adds a passkey; null for a log-in. */
  member_id: number | null
  /** For the passkey to add; null for a log-in. */
  user_handle: Buffer | null
  /** For a log-in: the requesting address's SHA-256 hash, to limit their number. */
  address_hash: Buffer | null
  expires_at: Timestamp
}

/** Identities at an OpenID provider, each with the member that signs in by it. */
interface LinkedIdentitiesTable {
  issuer: string
  /** The provider's id for the person. */
  subject: string
  member_id: number
  created_at: TimestampNow
  last_used_at: Timestamp | null
}

/** Sign-ins at the provider in progress. A row is deleted by its first callback. */
interface SignInFlowsTable {
  id: Generated<number>
  state_hash: Buffer
  /** The hash of the secret that the browser must have: its flow cookie, or its session. */
  browser_hash: Buffer
  /** The member that links an identity; null for a sign-in. */
  member_id: number | null
  verifier: string
  nonce: string
  next: string
  /** Encrypted with the state, as base64. */
  invitation: string | null
  expires_at: Timestamp
}

/** Identities without a member, proven by a browser that has not signed up yet. */
interface PendingSignUpsTable {
  browser_hash: Buffer
  issuer: string
  subject: string
  suggested_name: string
  expires_at: Timestamp
}

export interface AccountsTables {
  members: MembersTable
  sessions: SessionsTable
  follows: FollowsTable
  blocks: BlocksTable
  password_resets: PasswordResetsTable
  mutes: MutesTable
  pictures: PicturesTable
  known_addresses: KnownAddressesTable
  former_names: FormerNamesTable
  confirmed_emails: ConfirmedEmailsTable
  email_confirmations: EmailConfirmationsTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  linked_identities: LinkedIdentitiesTable
  sign_in_flows: SignInFlowsTable
  pending_sign_ups: PendingSignUpsTable
}
