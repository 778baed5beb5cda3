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
  /** The author of activity posts: has no session, is never matched and never listed. */
  is_system: Generated<boolean>
  swag: Generated<number>
  joined_at: TimestampNow
  /** Updated by use of the session, at most hourly. */
  last_login_at: TimestampNow
  /** The time of the member's last activity, used by matching. */
  active_at: TimestampNow
  /** The time of the first listen; null without listens. Written by the listening domain. */
  listens_since: Timestamp | null
  /** The linked music account: `lastfm` or `listenbrainz`, and the name there. */
  music_account_kind: string | null
  music_account_name: string | null
  /** An https picture, the path of an uploaded one, or null: avatars are drawn from the name. */
  picture_url: string | null
  /** Hides the listens from other members. */
  hides_listening: Generated<boolean>
  /** Restricts the profile to members followed by the owner. */
  is_private: Generated<boolean>
  /** Shows the loved tracks to the viewers of the listening. */
  shares_loved_tracks: Generated<boolean>
  /** Whether search engines are requested to leave the member's pages out. */
  hides_from_search: Generated<boolean>
  /** Not null for the placeholder of a deleted member in messages and swaps. */
  deleted_at: Generated<Date | null>
  /** The common form of confusable names (`nameSkeleton`); null for rows created without it. */
  name_skeleton: Generated<string | null>
}

interface SessionsTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer
  member_id: number
  created_at: TimestampNow
  renewed_at: Timestamp
  expires_at: Timestamp
  /** Id in the list of sessions. */
  id: Generated<number>
  /** Browser and system, as `describeDevice` derives them. */
  device: Generated<string>
  /** Precise to 10 minutes. */
  last_used_at: TimestampNow
  /** The primary's log position after the last write, in bytes; null without a standby. */
  log_position: Generated<number | null>
}

interface FollowsTable {
  /** Ascending with time: the cursor of people lists. */
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
  /** SHA-256 of the link's token. */
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
   * Hash of the whole set and its member: the URL changes with every change and is unique to the
   * member.
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
  /** SHA-256 of the member's id and the address. */
  address_hash: Buffer
  last_used_at: Timestamp
}

/** A name of a deleted account, which cannot be used again. */
interface FormerNamesTable {
  /** SHA-256 of the folded name, so that the table does not reveal names. */
  name_hash: Buffer
  deleted_at: TimestampNow
}

/**
 * The address that a member has confirmed. It counts only while it is the one of `members`: a
 * version of the server without mail changes that one alone.
 */
interface ConfirmedEmailsTable {
  member_id: number
  email: string
  confirmed_at: TimestampNow
}

/** A link that confirms an address. */
interface EmailConfirmationsTable {
  /** SHA-256 of the link's token. */
  token_hash: Buffer
  member_id: number
  /** The address that it was sent to. */
  email: string
  expires_at: Timestamp
  used_at: Timestamp | null
}

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
interface PasskeyChallengesTable {
  challenge_hash: Buffer
  /** The member that adds a passkey; null for a log-in. */
  member_id: number | null
  /** Of the passkey to add; null for a log-in. */
  user_handle: Buffer | null
  /** Of a log-in: SHA-256 of the address that requested it, to limit their number. */
  address_hash: Buffer | null
  expires_at: Timestamp
}

/** Identities at an OpenID provider, each with the member that signs in by it. */
interface LinkedIdentitiesTable {
  issuer: string
  /** The provider's id of the person. */
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
