import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow, UtcDay } from './columns.ts'

interface ArtistsTable {
  id: Generated<number>
  name: string
  /** The name folded by `nameKey`: unique. */
  name_key: string
  created_at: TimestampNow
  /** Members with plays, without pending changes. */
  listeners: Generated<number>
  /** All plays, without pending changes. */
  plays: Generated<number>
  /** MusicBrainz id. */
  mbid: Generated<string | null>
  /** The main artist, if this is another spelling, which has no tracks and no plays. */
  merged_into: Generated<number | null>
}

interface TracksTable {
  id: Generated<number>
  artist_id: number
  title: string
  /** The title folded by `nameKey`: unique for the artist. */
  title_key: string
  created_at: TimestampNow
  /** The recording's MusicBrainz id. */
  mbid: Generated<string | null>
  /** The main track, if this is another spelling, which has no plays. */
  merged_into: Generated<number | null>
}

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

/** The artist or track name that a member sent, if the catalogue shows another one. */
interface SentNamesTable {
  member_id: number
  /** 0: an artist, 1: a track. */
  kind: number
  music_id: number
  name: string
}

/** A credit's artists, in its order. */
interface ArtistCreditsTable {
  /** Has tracks, albums and plays per day, and no `artist_plays` row. */
  credit_id: number
  /** From 0. */
  position: number
  artist_id: number
  /** The text between this artist and the next one. */
  joiner: string
}

/** Names that deleted members have sent: a job deletes those that nothing refers to. */
interface UnusedNamesTable {
  /** 0: an artist, 1: a track, 2: an album. */
  kind: number
  id: number
}

/** Names that look like credits, of which not all artists are known yet. */
interface PossibleCreditsTable {
  artist_id: number
  /** When a job looks for the artists again. */
  due_at: Generated<Date>
}

/** The artists that a member sent with a credit. */
interface CreditClaimsTable {
  credit_id: number
  member_id: number
  names: string[]
  joiners: string[]
  /** Whether a separator is one that names have too. */
  is_weak: boolean
}

/** Members that sent an artist or a track with an MBID, at most three per pair. */
interface IdentityClaimsTable {
  kind: 'artist' | 'track'
  /** The artist or track id. */
  id: number
  mbid: string
  member_id: number
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

interface AlbumsTable {
  id: Generated<number>
  artist_id: number
  title: string
  /** The title folded by `nameKey`: unique for the artist. */
  title_key: string
  created_at: TimestampNow
  /** The main album, if this is another spelling, which has no plays. */
  merged_into: Generated<number | null>
  /** A release that may have a cover: the first one sent. */
  release_mbid: Generated<string | null>
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

/** Where a track can be played. At most four ids per service: `place` counts them from 1. */
interface TrackLinksTable {
  track_id: number
  /** A number in `SERVICE_NUMBERS`. */
  service: number
  place: number
  /** In the form that `contract/listening/track-services.ts` defines. */
  external_id: string
  /** A number in `LINK_SOURCE_NUMBERS`: how it was first seen. */
  source: number
  first_seen: UtcDay
  /** At most 30 days before it was last seen. */
  last_seen: UtcDay
}

/** When a track was looked up at MusicBrainz, or is to be. */
interface TrackLookupsTable {
  track_id: number
  /** Null: not queued. */
  due_at: Timestamp | null
  looked_up_at: Timestamp | null
  /** Failed look-ups in a row. */
  attempts: Generated<number>
}

/** A track that a member has saved to listen later. */
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

/** Members with rows in `changed_listens` or `listen_corrections`. */
interface ListenChangesTable {
  member_id: number
  /** Incremented with every change of these rows. */
  revision: number
}

/**
 * Single listens that a member has deleted or corrected, as their source reported them: the same
 * listen, sent again, is not added.
 */
interface ChangedListensTable {
  member_id: number
  listened_at: Timestamp
  track_id: number
  /** A number in `SOURCE_NUMBERS`. */
  source: number
  /** The track that the listen was corrected to; null if it was deleted. */
  moved_to: number | null
  changed_at: TimestampNow
}

/**
 * Corrections to all of a member's listens with the same track, in the order in which they were
 * made: a listen that arrives later is corrected by one after the other.
 */
interface ListenCorrectionsTable {
  id: Generated<number>
  member_id: number
  track_id: number
  /** Only listens with this album; 0: without one; null: any. */
  on_album: number | null
  to_track: number
  /** The new album's title; empty: no album; null: each listen retains its own. */
  to_album: string | null
  /**
   * Whether it corrects the artist for all tracks by the artist of `track_id`, to the artist of
   * `to_track`.
   */
  of_artist: Generated<boolean>
  changed_at: TimestampNow
}

/** A member's listen count by source. */
interface ListenSourcesTable {
  member_id: number
  source: number
  listens: number
  /** When its last listens were stored. */
  updated_at: Timestamp
  /** The listen count when their deletion was requested. */
  deleting: number | null
}

/** Listens that another source has recorded too (`matchListens`). */
interface ListenDoublesTable {
  member_id: number
  listened_at: Timestamp
  track_id: number
  source: number
  /** The other record. */
  kept_at: Timestamp
  kept_track: number
  kept_source: number
  /** A removed listen's `listen_details` row. */
  details_id: number | null
  removed_at: Timestamp | null
}

/** What a member has decided about two sources' doubles. */
interface ListenDoublePairsTable {
  member_id: number
  kept_source: number
  source: number
  is_removed: boolean
  /** Whether `listen_doubles` rows have yet to follow. */
  is_busy: boolean
}

/** Members with a history to examine for doubles. */
interface DoubleChecksTable {
  member_id: number
  /** The tracks up to this id are done. */
  after_track: number
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

/** An album's cached cover, or the time when it may be requested again. */
interface CoversTable {
  album_id: number
  /** When the archive is requested next. */
  outdated_at: Date
  /** When it was last sent, to the day. */
  used_at: Date
  /** WebP, null if the archive has no cover, or the request failed. */
  small: Buffer | null
  large: Buffer | null
  bytes: number
}

/**
 * What members on leaderboards have played by an artist, on an album or as a track, as counted at a
 * time. Only for those that are read.
 */
interface CommunityChartsTable {
  /** A number in `SUBJECT_NUMBERS`. */
  kind: number
  id: number
  counted_at: Date
  read_at: Date
  listeners: number
  plays: number
  /** A track's or an album's first members, by plays and then by id, and their plays. */
  top_members: number[]
  top_plays: number[]
  track_ids: number[]
  track_plays: number[]
  track_listeners: number[]
  album_ids: number[]
  album_plays: number[]
  album_listeners: number[]
}

/** Links that lead to another song, according to a member. */
interface RejectedTrackLinksTable {
  member_id: number
  track_id: number
  /** A number in `SERVICE_NUMBERS`. */
  service: number
  external_id: string
  created_at: Timestamp
}

/** Merges, splits and names for artists, tracks and albums that a job applies. */
interface MusicDecisionsTable {
  id: Generated<number>
  /**
   * `apart`: the two are never joined automatically. `whole`: the name is one artist, not a credit
   * for several.
   */
  action: 'merge' | 'apart' | 'rename' | 'split' | 'whole'
  kind: 'artist' | 'track' | 'album'
  music_id: number
  /** The row that `music_id` is merged into, or never joined with. */
  into_id: number | null
  /** The new name, or a split's artists. */
  names: Generated<string[]>
  /** `impossible`: another change came first. */
  state: Generated<'waiting' | 'applied' | 'undoing' | 'impossible'>
  /** Whether members agreed (docs/identity.md), not an admin. */
  is_automatic: Generated<boolean>
  /** What was before, as `UndoMerge` or `UndoRename`. */
  undo: unknown
  decided_at: TimestampNow
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
  music_decisions: MusicDecisionsTable
  artists: ArtistsTable
  tracks: TracksTable
  listens: ListensTable
  plays_daily: PlaysDailyTable
  artist_plays: ArtistPlaysTable
  track_plays: TrackPlaysTable
  identity_claims: IdentityClaimsTable
  sent_names: SentNamesTable
  artist_credits: ArtistCreditsTable
  possible_credits: PossibleCreditsTable
  unused_names: UnusedNamesTable
  credit_claims: CreditClaimsTable
  impossible_days: ImpossibleDaysTable
  fairness_checks: FairnessChecksTable
  unranked_members: UnrankedMembersTable
  albums: AlbumsTable
  listen_details: ListenDetailsTable
  track_links: TrackLinksTable
  rejected_track_links: RejectedTrackLinksTable
  track_lookups: TrackLookupsTable
  later_tracks: LaterTracksTable
  play_reactions: PlayReactionsTable
  album_plays_daily: AlbumPlaysDailyTable
  album_plays: AlbumPlaysTable
  source_days: SourceDaysTable
  listen_changes: ListenChangesTable
  changed_listens: ChangedListensTable
  listen_corrections: ListenCorrectionsTable
  listen_sources: ListenSourcesTable
  listen_doubles: ListenDoublesTable
  listen_double_pairs: ListenDoublePairsTable
  double_checks: DoubleChecksTable
  track_feedback: TrackFeedbackTable
  ignored_artists: IgnoredArtistsTable
  covers: CoversTable
  community_charts: CommunityChartsTable
}
