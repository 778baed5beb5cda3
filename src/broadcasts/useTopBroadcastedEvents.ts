import { useQueryClient } from '@tanstack/react-query'
import type { TopBroadcastedTrack } from '#contract/broadcasts/broadcasts.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { type CachedResponse, changeResponse, liveOptions } from '#src/cache/live.ts'
import type { Live } from '#src/cache/useLive.ts'
import { useBroadcastEvent } from './events.ts'
import { toLikeState } from './overlay.ts'
import { topBroadcastedQuery } from './top/queries.ts'

type Top = CachedResponse<{ topTracks: TopBroadcastedTrack[] }>

/**
 * Handles the spec's events (section 4): deleted removes and refetches, liked and unliked change
 * count and mark; the order follows the likes. Own actions are already in the overlay, and rows
 * that they move off the list are refetched after the drain.
 */
export function useTopBroadcastedEvents(user: string, live: Live<unknown>) {
  const client = useQueryClient()
  const { member } = useSession()
  const { queryKey } = liveOptions(topBroadcastedQuery(user, member))
  const change = (how: (tracks: TopBroadcastedTrack[]) => TopBroadcastedTrack[]) =>
    client.setQueryData<Top>(
      queryKey,
      (top) => top && changeResponse(top, { ...top.response, topTracks: how(top.response.topTracks) }),
    )
  const setLike = (id: number, isLiked: boolean) =>
    change((tracks) =>
      tracks.map((track) => (track.broadcastid === id ? { ...track, ...toLikeState(track, isLiked) } : track)),
    )

  useBroadcastEvent('broadcastDeleted', ({ broadcastId, isOwn }) => {
    if (isOwn) return
    change((tracks) => tracks.filter((track) => track.broadcastid !== broadcastId))
    void live.refetch()
  })
  useBroadcastEvent('broadcastLiked', ({ broadcastId, isOwn }) => {
    if (!isOwn) setLike(broadcastId, true)
  })
  useBroadcastEvent('broadcastUnliked', ({ broadcastId, isOwn }) => {
    if (!isOwn) setLike(broadcastId, false)
  })
}
