import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampNow, UtcDay } from './columns.ts'

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

/** Members with charts from a service instead of listens stored here. */
export interface MemberSourcesTable {
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  /** The account name in the service's spelling. */
  account: string
  /** The base URL for a ListenBrainz server chosen by the member; null: the operator's. */
  base_url: string | null
  is_proven: boolean
  chosen_at: Timestamp
  /** When the charts were last refreshed completely; null: never. */
  refreshed_at: Timestamp | null
  /** The time at which the service computed the charts; null without charts. */
  fresh_at: Timestamp | null
  /** The last attempt's time. */
  tried_at: Timestamp | null
  /** One of `failureCodes`; null: the last refresh succeeded. */
  failure: string | null
  /** The stored bytes from the service's data. */
  stored_bytes: ColumnType<number, number | undefined, number>
}

/** Pending chart refreshes: a row is a job, taken with `for update skip locked`. */
interface RefreshesTable {
  member_id: number
  due_at: Timestamp
  /** Consecutive failures so far. */
  attempts: ColumnType<number, number | undefined, number>
  /** Requested by a waiting member: runs first. */
  is_urgent: boolean
  /** The end of a process's lease; a dead process's lease expires. */
  leased_until: Timestamp | null
}

/** When the next request to a service is allowed, shared by all processes. */
interface ServiceTurnsTable {
  service: string
  next_at: Timestamp
}

/** An authorization request at Last.fm, which proves that an account is the member's. */
interface SourceProofsTable {
  /** The SHA-256 hash of the nonce in the URL. */
  nonce_hash: Buffer
  member_id: number
  expires_at: Timestamp
}

/** An artist in a service's chart; all-time ones are in `artist_plays`. */
interface ChartArtistsTable {
  member_id: number
  /** A number in `PERIOD_NUMBERS`. */
  period: number
  artist_id: number
  plays: number
  place: number
}

interface ChartTracksTable {
  member_id: number
  period: number
  track_id: number
  artist_id: number
  plays: number
  place: number
}

interface ChartDaysTable {
  member_id: number
  day: UtcDay
  plays: number
}

/** A member's account at a service that accepted scrobbles are forwarded to. */
interface RelaysTable {
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  /** The account name in the service's spelling. */
  account: string
  /** The base URL for a ListenBrainz server chosen by the member; null: the operator's. */
  base_url: string | null
  /** The user token or session key, encrypted with this server's key. */
  secret: Buffer
  /** The name by which the other server relays, if it is a Flipside; null otherwise. */
  peer: string | null
  /** False if the member has switched it off: nothing is queued. */
  is_on: Generated<boolean>
  linked_at: Timestamp
  /** The next request's time; null: nothing is pending, or the relay is stopped. */
  due_at: Timestamp | null
  /** A process sends its batch until then; a dead process's lease expires. */
  leased_until: Timestamp | null
  /** Consecutive failures so far. */
  attempts: Generated<number>
  /** One of `relayFailureCodes`; null: the last request succeeded. */
  failure: string | null
  failed_at: Timestamp | null
  /** Whether the failure lasts until the member acts: listens stay pending. */
  is_stopped: Generated<boolean>
  /** The last listen in the batch in flight, which is sent again unchanged after a crash. */
  in_flight_to: number | null
  /** The maximum batch size: smaller after the service has rejected one. */
  batch_max: number | null
  /** Listens that the service has rejected one by one since it accepted any. */
  rejections: Generated<number>
  last_sent_at: Timestamp | null
  sent: Generated<number>
  /** Listens that were not accepted, counted by reason. */
  ignored: ColumnType<Record<string, number>, string | undefined, string>
}

/** A listen to forward; deleted once the service has accepted or ignored it. */
interface RelayedListensTable {
  id: Generated<number>
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  listened_at: Timestamp
  /** Null: queued by a former version. */
  track_id: number | null
  /** The names as the player sent them, or as the member has corrected them. */
  artist: string
  title: string
  /** A `ListenDetails`. */
  details: ColumnType<unknown, string | null, string | null>
  added_at: TimestampNow
}

/** A love or unlove to forward, the latest for its track; deleted once the service has accepted it. */
interface RelayedLovesTable {
  id: Generated<number>
  member_id: number
  service: 'lastfm' | 'listenbrainz'
  /** Null: a recording that belongs to no track here, without names. */
  track_id: number | null
  artist: string | null
  title: string | null
  recording_mbid: string | null
  /** 1: loved, -1: hated, 0: neither. */
  score: number
  added_at: TimestampNow
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

/** A member's ListenBrainz account, with listens that are read continuously. */
interface FollowedAccountsTable {
  member_id: number
  /** The account name in the service's spelling. */
  account: string
  /** The base URL for a ListenBrainz server chosen by the member; null: the operator's. */
  base_url: string | null
  /** The token that reads its listens, encrypted with the key of this server; null: they are public. */
  secret: Buffer | null
  chosen_at: Timestamp
  /** Listens up to this time have been read, in seconds since 1970. */
  read_to: Generated<number>
  /** Whether the last page had no listen after `read_to`. */
  is_caught_up: Generated<boolean>
  /** The next time at which the last week is read again, for listens that arrived late. */
  reread_at: Timestamp
  due_at: Timestamp
  /** A process reads a page until then; a dead process's lease expires. */
  leased_until: Timestamp | null
  /** Consecutive failures so far. */
  attempts: Generated<number>
  /** One of `failureCodes`; null: the last request succeeded. */
  failure: string | null
  /** When the last page was read. */
  read_at: Timestamp | null
  added: Generated<number>
  /** Counts of skipped listens, by `SkipReason`. */
  skipped: Generated<unknown>
  /** Skipped listens up to this time are counted, in seconds since 1970. */
  skipped_to: Generated<number>
}

/** A member's own music library, a server that speaks the OpenSubsonic API. */
interface MusicLibrariesTable {
  member_id: number
  /** The base URL, without `/rest`. */
  address: string
  account: string
  /** The library's program and its version. */
  name: string
  /** What the account is proven by, encrypted. */
  secret: Buffer
  linked_at: Timestamp
  /** When its songs are read next; null: the library has stopped. */
  due_at: Timestamp | null
  /** A process reads songs until then; a dead process's lease expires. */
  leased_until: Timestamp | null
  /** Consecutive failures so far. */
  attempts: Generated<number>
  /** Whether nothing is requested until the member acts. */
  is_stopped: Generated<boolean>
  /** One of `libraryFailureCodes`; null: the last request succeeded. */
  failure: string | null
  failed_at: Timestamp | null
  /** When reading all songs began; null: they have been read to the end. */
  run_started_at: Timestamp | null
  /** Songs that were read since then. */
  songs_read: Generated<number>
  /** The song count, and the count of tracks here that match, when all were last read. */
  songs: Generated<number>
  matched: Generated<number>
  matched_at: Timestamp | null
}

/** The song in a member's library that a track is. */
interface LibrarySongsTable {
  member_id: number
  track_id: number
  /** The song's id in the library. */
  song_id: string
  duration_ms: number | null
  /** The file size, in bytes; null if the library does not state it. */
  bytes: number | null
  /** Empty if the library does not state it. */
  content_type: string
  /** How it was found: 1 by recording, 2 by ISRC, 3 by names. */
  matched_by: number
  /** When the last run that has read the song began. */
  seen_at: Timestamp
}

export interface MusicServicesTables {
  imports: ImportsTable
  import_listens: ImportListensTable
  scrobble_tokens: ScrobbleTokensTable
  scrobble_sessions: ScrobbleSessionsTable
  now_playing: NowPlayingTable
  scrobble_inbox: ScrobbleInboxTable
  set_aside_scrobbles: SetAsideScrobblesTable
  member_sources: MemberSourcesTable
  refreshes: RefreshesTable
  service_turns: ServiceTurnsTable
  source_proofs: SourceProofsTable
  chart_artists: ChartArtistsTable
  chart_tracks: ChartTracksTable
  chart_days: ChartDaysTable
  relays: RelaysTable
  relayed_listens: RelayedListensTable
  relayed_loves: RelayedLovesTable
  program_requests: ProgramRequestsTable
  followed_accounts: FollowedAccountsTable
  music_libraries: MusicLibrariesTable
  library_songs: LibrarySongsTable
}
