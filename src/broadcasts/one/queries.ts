import { getLikes } from '#contract/broadcasts/broadcasts.ts'
import { type Broadcast, getBroadcasts } from '#contract/broadcasts/feed.ts'
import { mapResponse, poll } from '#src/api/call.ts'
import { broadcastReads, likeReads, overlayBroadcasts, overlayLikeStatus } from '#src/broadcasts/overlay.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import { liveQuery } from '#src/cache/live.ts'
import { broadcastKey } from '../keys.ts'

/**
 * Reads one broadcast: by its id, on other hosts and for visitors the one-row page of the feed below
 * the next id. An empty list: there is none.
 */
export const broadcastQuery = (member: string | null, id: number) =>
  liveQuery({
    queryKey: broadcastKey(id),
    fetch: async (options) => {
      const exchanged = await poll(
        getBroadcasts,
        { current_user: member ?? undefined, limit: 1, before: id + 1, id: member === null ? undefined : id },
        options,
      )
      return mapResponse(exchanged, ({ broadcasts }) => broadcasts.filter((broadcast) => broadcast.id === id))
    },
    overlay: (found: readonly Broadcast[], pending) => overlayBroadcasts(found, pending),
    reads: broadcastReads,
  })

/** Fetched when the page is visited again, not with the broadcast. */
export const likeStatusQuery = (member: string, id: number) =>
  endpointQuery(getLikes, { user: member, relatedtype: 'Broadcast', relatedid: id }, ['broadcasts', 'likes', id], {
    reads: likeReads,
    overlay: ({ hasLiked, totalLikes }, pending) =>
      overlayLikeStatus(id, { isLiked: hasLiked, likes: totalLikes }, pending),
    isFleeting: true,
  })
