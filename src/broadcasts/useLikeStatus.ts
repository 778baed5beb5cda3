import type { Live } from '#src/cache/useLive.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useBroadcastEvent } from './events.ts'
import { likeStatusQuery } from './one/queries.ts'
import type { FeedItem } from './overlay.ts'
import { useFreshLikes } from './useFreshLikes.ts'

/**
 * Refetches one broadcast's like status when the page is focused or becomes visible, at most once
 * in 30 s, and on like events from elsewhere on the page. Returns it if it is newer than `shown`.
 * Visitors have none: they get the current `shown`.
 */
export function useLikeStatus(
  member: string | null,
  id: number,
  shown: Live<unknown>,
): Pick<FeedItem, 'isLiked' | 'likes'> | undefined {
  const status = useLive(likeStatusQuery(member ?? '', id), { enabled: false })
  const isNewer = status.requestedAt !== undefined && status.requestedAt >= (shown.requestedAt ?? 0)
  const refetch = member === null ? shown.refetch : status.refetch
  useFreshLikes({ ...(isNewer ? status : shown), refetch })
  const onEvent = ({ broadcastId, isOwn }: { broadcastId: number; isOwn: boolean }) => {
    if (!isOwn && broadcastId === id) void refetch()
  }
  useBroadcastEvent('broadcastLiked', onEvent)
  useBroadcastEvent('broadcastUnliked', onEvent)
  return isNewer ? status.value : undefined
}
