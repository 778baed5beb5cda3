import type { Generated } from 'kysely'
import type { Timestamp, UtcDay } from './columns.ts'

interface ListensTable {
  member_id: number
  /** The track's start. */
  listened_at: Timestamp
  track_id: number
  /** A number in `SOURCE_NUMBERS`. */
  source: Generated<number>
  /** The `listen_details` row, null without details. */
  details_id: Generated<number | null>
  /** Its track before this spelling was merged; null: this one. */
  merged_from: Generated<number | null>
}

interface PlaysDailyTable {
  member_id: number
  track_id: number
  day: UtcDay
  artist_id: number
  plays: number
}

interface ArtistPlaysTable {
  member_id: number
  artist_id: number
  plays: number
  /** The artist's different tracks that the member has heard. */
  tracks_heard: number
}

/** A member's play count for a track, from stored listens: the `plays_daily` sum. */
interface TrackPlaysTable {
  member_id: number
  track_id: number
  artist_id: number
  plays: number
  /** The last UTC day on which it was played. */
  latest: UtcDay
}

/** Days with more listens by a member than a person can hear: docs/ownership.md. */
interface ImpossibleDaysTable {
  member_id: number
  day: UtcDay
}

/** Days with changed listens that are yet to be checked. */
interface FairnessChecksTable {
  id: Generated<number>
  member_id: number
  first_day: UtcDay
  last_day: UtcDay
}

/**
 * Members excluded from leaderboards, exploration and artist counts. Written only by the function
 * `keep_ranking`.
 */
interface UnrankedMembersTable {
  member_id: number
  /** Excluded from windows that include this day or an earlier one; null: from all. */
  impossible_until: UtcDay | null
}

/**
 * What a member's listens say besides artist, title and time. Listens with the same details share a
 * row.
 */
interface ListenDetailsTable {
  id: Generated<number>
  member_id: number
  /** See `hashDetails`; unique for the member. */
  hash: string
  album_id: number | null
  /** Null if none was sent. */
  album_artist_id: number | null
  artist_mbids: string[] | null
  recording_mbid: string | null
  release_mbid: string | null
  track_number: number | null
  duration_ms: number | null
  player: string | null
  client: string | null
  service: string | null
  /** The `SentLinks` fields, as sent. */
  links: Readonly<Record<string, string>> | null
  /** The album that it had before this spelling was merged. */
  merged_from: Generated<number | null>
}

interface LaterTracksTable {
  id: Generated<number>
  member_id: number
  track_id: number
  saved_at: Date
  /** When a listen to it arrived: it has left the list. */
  heard_at: Date | null
  /** What it was saved from: a number in `KIND_NUMBERS`, its id, and the member that sent it. */
  from_kind: number | null
  from_id: number | null
  from_member_id: number | null
  /** The track before this spelling was merged. */
  merged_from: Generated<number | null>
}

interface AlbumPlaysDailyTable {
  member_id: number
  day: UtcDay
  album_id: number
  plays: number
}

/** A member's play count for an album: the `album_plays_daily` sum. */
interface AlbumPlaysTable {
  member_id: number
  album_id: number
  plays: number
  /** The last UTC day on which it was played. */
  latest: UtcDay
}

/** The UTC days on which a source has a member's listens. Triggers on `listens` maintain it. */
interface SourceDaysTable {
  member_id: number
  source: number
  day: UtcDay
}

interface ListenSourcesTable {
  member_id: number
  source: number
  listens: number
  /** When its last listens were stored. */
  updated_at: Timestamp
  /** The listen count when their deletion was requested. */
  deleting: number | null
}

/** An artist that a member ignores: its plays count nowhere but among the own listens. */
interface IgnoredArtistsTable {
  member_id: number
  artist_id: number
  /** The ignored spelling that was merged into the artist; null: the member ignores the artist itself. */
  merged_from: Generated<number | null>
  ignored_at: Date
}

/** Tracks that members love or hate. */
interface TrackFeedbackTable {
  id: Generated<number>
  member_id: number
  /** Null: no track here has the recording's MBID so far. */
  track_id: number | null
  /** The MBID that the client sent, if any. */
  recording_mbid: string | null
  /** 1: loved, -1: hated. */
  score: number
  created_at: Timestamp
  /** The track before this spelling was merged. */
  merged_from: Generated<number | null>
}

/** Members' hearts for what others play, while it plays or later. */
interface PlayReactionsTable {
  id: Generated<number>
  member_id: number
  listener_id: number
  /** May be another track spelling since. */
  track_id: number
  /** The play's start, as it was shown: its listen's start differs by the player's clock. */
  played_at: Timestamp
  created_at: Timestamp
}

export interface ListeningTables {
  listens: ListensTable
  plays_daily: PlaysDailyTable
  artist_plays: ArtistPlaysTable
  track_plays: TrackPlaysTable
  impossible_days: ImpossibleDaysTable
  fairness_checks: FairnessChecksTable
  unranked_members: UnrankedMembersTable
  listen_details: ListenDetailsTable
  later_tracks: LaterTracksTable
  play_reactions: PlayReactionsTable
  album_plays_daily: AlbumPlaysDailyTable
  album_plays: AlbumPlaysTable
  source_days: SourceDaysTable
  listen_sources: ListenSourcesTable
  track_feedback: TrackFeedbackTable
  ignored_artists: IgnoredArtistsTable
}
