import { useQueryClient } from '@tanstack/react-query'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { type CachedResponse, changeResponse } from '#src/cache/live.ts'
import type { Live } from '#src/cache/useLive.ts'
import { PullToRefresh } from '#src/ui/PullToRefresh.tsx'
import { useBroadcastEvent } from './events.ts'
import { toLikeState } from './overlay.ts'
import { useFreshLikes } from './useFreshLikes.ts'

interface LiveFeedProps {
  head: Live<unknown>
  queryKey: readonly unknown[]
  onRefresh: () => void
}

/** What changes a feed once it is shown: the app-wide events, likes by others, and a pull. */
export function LiveFeed({ head, queryKey, onRefresh }: LiveFeedProps) {
  useFeedEvents(head, queryKey)
  useFreshLikes(head)
  return <PullToRefresh onRefresh={onRefresh} />
}

type Feed = CachedResponse<{ broadcasts: Broadcast[] } | null>

/** Own actions are already in the overlay: a like shows +1, never +2. */
function useFeedEvents(head: Live<unknown>, queryKey: readonly unknown[]) {
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
