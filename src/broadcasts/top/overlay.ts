import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { applyLikes, deletedIds, type topReads } from '../overlay.ts'

export interface ShownTopTrack extends TopBroadcastedTrack {
  isLiked: boolean
}

/** Sorts by likes, most liked first, without the broadcasts deleted on this device. */
export function overlayTopBroadcasted(
  tracks: readonly TopBroadcastedTrack[],
  pending: PendingOf<typeof topReads>,
): ShownTopTrack[] {
  const removed = deletedIds(pending)
  const overlayLike = applyLikes(pending)
  return tracks
    .filter((broadcast) => !removed.has(broadcast.broadcastid))
    .map((broadcast) => {
      const { isLiked, likes } = overlayLike(broadcast.broadcastid, broadcast)
      return { ...broadcast, isLiked, likes }
    })
    .sort((a, b) => b.likes - a.likes)
}
