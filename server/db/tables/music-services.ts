import type { ColumnType, Generated } from 'kysely'
import type { Timestamp, TimestampNow, UtcDay } from './columns.ts'

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
  /** A `ServiceFailureCode`; null: the last refresh succeeded. */
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
  /** A `ServiceFailureCode`; null: the last request succeeded. */
  failure: string | null
  failed_at: Timestamp | null
  /** Whether the failure lasts until the member intervenes: listens stay pending. */
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
  /** A `ServiceFailureCode`; null: the last request succeeded. */
  failure: string | null
  /** When the last page was read. */
  read_at: Timestamp | null
  added: Generated<number>
  /** Counts of skipped listens, by `SkipReason`. */
  skipped: Generated<unknown>
  /** Skipped listens up to this time are counted, in seconds since 1970. */
  skipped_to: Generated<number>
}

/** A member's own music library, an OpenSubsonic or Jellyfin server. */
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
  /** Whether nothing is requested until the member intervenes. */
  is_stopped: Generated<boolean>
  /** A `ServiceFailureCode`; null: the last request succeeded. */
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
  followed_accounts: FollowedAccountsTable
  music_libraries: MusicLibrariesTable
  library_songs: LibrarySongsTable
}
