import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { deletedIds, pendingLikes, toLikeState, type topReads, withRememberedLikes } from '../overlay.ts'

/** Sorts by likes, most liked first, without the broadcasts deleted on this device. */
export function overlayTopBroadcasted(
  tracks: readonly TopBroadcastedTrack[],
  pending: PendingOf<typeof topReads>,
): TopBroadcastedTrack[] {
  const gone = deletedIds(pending)
  const likes = pendingLikes(pending)
  return withRememberedLikes(tracks, (it) => it.broadcastid, pending)
    .filter((broadcast) => !gone.has(broadcast.broadcastid))
    .map((broadcast) => ({
      ...broadcast,
      ...toLikeState(broadcast, likes.get(broadcast.broadcastid)?.isLiked ?? broadcast.isLiked),
    }))
    .sort((a, b) => b.likes - a.likes)
}
