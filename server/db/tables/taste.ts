import type { Generated } from 'kysely'
import type { Timestamp } from './columns.ts'

/** Changes to `artist_plays` by a write; a job adds them to the totals and deletes them. */
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
 * Members with listens that have changed since their taste was weighed, and the changed play count.
 */
interface TasteChangesTable {
  member_id: number
  plays: number
}

interface TasteMembersTable {
  member_id: number
  /** The play count when the taste was weighed. */
  plays: number
  /** The weight vector's length. */
  norm: number
  /** Whether a search for neighbours is pending. */
  is_waiting: boolean
  /** When neighbours were last searched for. */
  computed_at: Timestamp | null
}

/** A member's heaviest artists. */
interface TasteWeightsTable {
  member_id: number
  artist_id: number
  weight: number
}

interface TasteNeighboursTable {
  member_id: number
  other_id: number
  similarity: number
  /** The shared artists' ids, strongest first. */
  shared: number[]
}

/** One row: the distribution of member pairs' similarities. */
interface TasteScaleTable {
  is_only: boolean
  /** Ascending, evenly spaced by rank. */
  similarities: number[]
  /** How many members had listens at that time. */
  members: number
  computed_at: Timestamp
}

export interface TasteTables {
  artist_plays_changes: ArtistPlaysChangesTable
  taste_changes: TasteChangesTable
  taste_members: TasteMembersTable
  taste_weights: TasteWeightsTable
  taste_neighbours: TasteNeighboursTable
  taste_scale: TasteScaleTable
}
