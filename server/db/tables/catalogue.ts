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

export interface CatalogueTables {
  community_charts: CommunityChartsTable
  artists: ArtistsTable
  tracks: TracksTable
  albums: AlbumsTable
  sent_names: SentNamesTable
  artist_credits: ArtistCreditsTable
  unused_names: UnusedNamesTable
  possible_credits: PossibleCreditsTable
  credit_claims: CreditClaimsTable
  identity_claims: IdentityClaimsTable
  track_links: TrackLinksTable
  track_lookups: TrackLookupsTable
  rejected_track_links: RejectedTrackLinksTable
  music_decisions: MusicDecisionsTable
  covers: CoversTable
}
