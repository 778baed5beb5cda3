import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

interface SongSwapsTable {
  id: Generated<number>
  initiator_id: number
  matched_id: number
  initiator_track_id: number | null
  matched_track_id: number | null
  /** The rating that the initiator gave to the matched member's track, 1 to 5. */
  initiator_rating: number | null
  matched_rating: number | null
  /** Whether the match was random: such a swap starts the matching pause. */
  is_random: Generated<boolean>
  created_at: TimestampNow
  /** The time when the initiator sent the first track, which begins the swap. */
  sent_at: Timestamp | null
  /** The second rating's time. */
  completed_at: Timestamp | null
  /** When a side agreed that the results are public by their link; null: not. */
  initiator_shares_at: Generated<Date | null>
  matched_shares_at: Generated<Date | null>
  /** Outcome without results: `declined`, `withdrawn` or `expired`. */
  ended: string | null
  ended_at: Timestamp | null
  /** What the initiator wrote with their track, and with their rating. */
  initiator_track_text: string | null
  initiator_rating_text: string | null
  matched_track_text: string | null
  matched_rating_text: string | null
}

export interface SwapsTables {
  song_swaps: SongSwapsTable
}
