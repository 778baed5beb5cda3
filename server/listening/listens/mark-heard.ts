import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/**
 * Ends the wait for `played` tracks that were saved to listen later. A listen from before a track
 * was saved, as in an imported file, does not.
 */
export const markHeard = (tx: Tx, played: RawBuilder<unknown>): Promise<unknown> =>
  sql`
  update later_tracks set heard_at = now() from ${played}
  where later_tracks.member_id = played.member_id and later_tracks.track_id = played.track_id
    and heard_at is null and saved_at <= listened_at`.execute(tx)
