import { useQueryClient } from '@tanstack/react-query'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { type CachedResponse, changeResponse } from '#src/cache/live.ts'
import type { Live } from '#src/cache/useLive.ts'
import { useBroadcastEvent } from './events.ts'
import { toLikeState } from './overlay.ts'

type Feed = CachedResponse<{ broadcasts: Broadcast[] } | null>

/** Own actions are already in the overlay: a like shows +1, never +2. */
export function useFeedEvents(head: Live<unknown>, queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const change = (how: (broadcasts: Broadcast[]) => Broadcast[]) =>
    client.setQueryData<Feed>(queryKey, (feed) =>
      feed?.response ? changeResponse(feed, { ...feed.response, broadcasts: how(feed.response.broadcasts) }) : feed,
    )
  const setLike = (id: number, isLiked: boolean) =>
    change((broadcasts) =>
      broadcasts.map((broadcast) =>
        broadcast.id === id ? { ...broadcast, ...toLikeState(broadcast, isLiked) } : broadcast,
      ),
    )

  useBroadcastEvent('newBroadcast', ({ isOwn }) => {
    if (!isOwn) void head.refetch()
  })
  useBroadcastEvent('broadcastDeleted', ({ broadcastId, isOwn }) => {
    if (!isOwn) change((broadcasts) => broadcasts.filter((broadcast) => broadcast.id !== broadcastId))
  })
  useBroadcastEvent('broadcastLiked', ({ broadcastId, isOwn }) => {
    if (!isOwn) setLike(broadcastId, true)
  })
  useBroadcastEvent('broadcastUnliked', ({ broadcastId, isOwn }) => {
    if (!isOwn) setLike(broadcastId, false)
  })
}
