import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

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

/** What members change in their listens. */
export interface ListenChangesTables {
  listen_changes: ListenChangesTable
  changed_listens: ChangedListensTable
  listen_corrections: ListenCorrectionsTable
  listen_doubles: ListenDoublesTable
  listen_double_pairs: ListenDoublePairsTable
  double_checks: DoubleChecksTable
}
