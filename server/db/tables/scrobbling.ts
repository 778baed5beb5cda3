import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

/** An import from a member's file with listens, and its result. The file itself is never stored. */
interface ImportsTable {
  id: Generated<number>
  member_id: number
  /** The upload's client id. */
  client_id: string | null
  file_name: string
  status: 'running' | 'done' | 'failed' | 'cancelled'
  note: Generated<string>
  /** The file fraction read so far, 0 to 1. */
  progress: Generated<number>
  taken: Generated<number>
  /** Listens that were already stored. */
  known: Generated<number>
  /** Counts of records that are not listens, by reason. */
  skipped: Generated<Partial<Record<string, number>>>
  started_at: TimestampNow
  /** Heartbeat, written every few seconds while it runs: if it is old, the process has died. */
  updated_at: TimestampNow
  ended_at: Timestamp | null
  /** Null: not requested. */
  undo: 'running' | 'done' | null
  /** How many added listens undoing has examined, and deleted, so far. */
  undo_examined: Generated<number>
  undo_deleted: Generated<number>
}

/**
 * The listens that an import batch has added or found stored, by source and time. They follow
 * corrections and joined tracks, which change neither.
 */
interface ImportListensTable {
  id: Generated<number>
  import_id: number
  /** The stored listens' source, a number in `SOURCE_NUMBERS`. */
  source: number
  is_added: boolean
  /** The first and the last one in `times`. */
  first_at: number
  last_at: number
  /** Ascending, one for each listen, in seconds since 2002. */
  times: number[]
}

/** Tokens that authenticate a member's players. */
interface ScrobbleTokensTable {
  id: Generated<number>
  member_id: number
  /** The member's name for the player. */
  name: string
  /** The token's SHA-256 hash. */
  token_hash: Buffer
  /**
   * The token's MD5 hash in hexadecimal, which Audioscrobbler logins are derived from: see decision
   * 18.
   */
  token_md5: string
  created_at: TimestampNow
  /** Precise to the minute. */
  last_used_at: Timestamp | null
}

/** Session keys that Audioscrobbler logins return for a token. */
interface ScrobbleSessionsTable {
  /** The session key's SHA-256 hash. */
  key_hash: Buffer
  token_id: number
  created_at: TimestampNow
  /** The program that logged in, if it named itself. */
  client: Generated<string | null>
}

/** Members' current tracks, as sent by the player. Need not survive a crash. */
interface NowPlayingTable {
  member_id: number
  artist: string
  /** The name folded by `nameKey`. */
  artist_key: string
  title: string
  started_at: Timestamp
  ends_at: Timestamp
  /** Unique per row, so that a sum over some rows changes whenever one does. */
  version: Generated<number>
  /** A `ListenDetails`. */
  details: Generated<unknown>
}

/**
 * An accepted scrobble that is not aggregated yet. The transaction that aggregates it deletes it.
 */
interface ScrobbleInboxTable {
  id: Generated<number>
  /** Not a foreign key, which would lock the member's row for every scrobble. */
  member_id: number
  listened_at: Timestamp
  artist: string
  title: string
  received_at: TimestampNow
  /** A `ListenDetails`. */
  details: Generated<unknown>
  /** The reason why it could not be aggregated; null: pending. */
  error: string | null
}

/** Counts of a member's scrobbles that were not stored, by reason. */
interface SetAsideScrobblesTable {
  member_id: number
  /** One of `skipReasons`. */
  reason: string
  scrobbles: Generated<number>
  latest_at: Timestamp
}

/** Programs that ask for access by Audioscrobbler 2.0's `auth.getToken`. */
interface ProgramRequestsTable {
  token_hash: Buffer
  /** As sent, cut. */
  api_key: string
  /** The program in the User-Agent; empty if it names none. */
  program: string
  created_at: Timestamp
  expires_at: Timestamp
  /** The member that decided; null while pending. */
  member_id: number | null
  /** Null while pending. */
  is_allowed: boolean | null
  /** When the program received its session key. */
  used_at: Timestamp | null
}

export interface ScrobblingTables {
  imports: ImportsTable
  import_listens: ImportListensTable
  scrobble_tokens: ScrobbleTokensTable
  scrobble_sessions: ScrobbleSessionsTable
  now_playing: NowPlayingTable
  scrobble_inbox: ScrobbleInboxTable
  set_aside_scrobbles: SetAsideScrobblesTable
  program_requests: ProgramRequestsTable
}
