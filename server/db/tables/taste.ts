import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** Changes of `artist_plays` by a write; a job adds them to the counts and deletes them. */
interface ArtistPlaysChangesTable {
  id: Generated<number>
  member_id: number
  artist_id: number
  plays_before: number
  plays_after: number
  tracks_before: number
  tracks_after: number
}

/**
 * The number of members with exactly this number of plays of an artist, without pending changes.
 */
interface ListenersByPlaysTable {
  artist_id: number
  plays: number
  listeners: number
}

/**
 * The number of members that have heard exactly this number of tracks of an artist, without pending
 * changes.
 */
interface ListenersByTracksTable {
  artist_id: number
  tracks: number
  listeners: number
}

/**
 * Members whose listens have changed since their taste was weighed, with the number of changed
 * plays.
 */
interface TasteChangesTable {
  member_id: number
  plays: number
}

interface TasteMembersTable {
  member_id: number
  /** The number of all plays when the taste was weighed. */
  plays: number
  /** The length of the vector of weights. */
  norm: number
  /** Whether a search for neighbours is pending. */
  is_waiting: boolean
  /** The time of the last search for neighbours. */
  computed_at: Timestamp | null
}

/** The heaviest artists of a member. */
interface TasteWeightsTable {
  member_id: number
  artist_id: number
  weight: number
}

interface TasteNeighboursTable {
  member_id: number
  other_id: number
  similarity: number
  /** Ids of the shared artists, strongest first. */
  shared: number[]
}

/** One row: the distribution of similarities of pairs of members. */
interface TasteScaleTable {
  is_only: boolean
  /** Ascending, evenly spaced by rank. */
  similarities: number[]
  /** The number of members with listens at that time. */
  members: number
  computed_at: Timestamp
}

export interface TasteTables {
  artist_plays_changes: ArtistPlaysChangesTable
  listeners_by_plays: ListenersByPlaysTable
  listeners_by_tracks: ListenersByTracksTable
  taste_changes: TasteChangesTable
  taste_members: TasteMembersTable
  taste_weights: TasteWeightsTable
  taste_neighbours: TasteNeighboursTable
  taste_scale: TasteScaleTable
}
