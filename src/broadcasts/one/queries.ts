import { getLikes } from '#contract/broadcasts/broadcasts.ts'
import { type Broadcast, getBroadcasts } from '#contract/broadcasts/feed.ts'
import { exchange } from '#src/api/call.ts'
import { overlayLikeStatus, overlayOlder } from '#src/broadcasts/overlay.ts'
import { liveQuery } from '#src/cache/live.ts'

/**
 * One broadcast: the page of one below the id after it. A host that knows no pages answers the whole feed, in which it may
 * be. An empty list: there is no such broadcast, or not for this member.
 */
export const broadcastQuery = (member: string | null, id: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'one', id],
    ask: async (signal) => {
      const viewer = member === null ? {} : { current_user: member }
      const exchanged = await exchange(getBroadcasts, { ...viewer, limit: 1, before: id + 1 }, { signal })
      return { ...exchanged, answer: exchanged.answer.broadcasts.filter((it) => it.id === id) }
    },
    overlay: (found: readonly Broadcast[], pending) => overlayOlder(found, pending),
  })

/** Whether the member likes a broadcast, and how many do. Fetched when the page is looked at again, not with the broadcast. */
export const likeStatusQuery = (member: string, id: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'likes', id],
    ask: (signal) => exchange(getLikes, { user: member, relatedtype: 'Broadcast', relatedid: id }, { signal }),
    overlay: ({ hasLiked, totalLikes }, pending) =>
      overlayLikeStatus(id, { isLiked: hasLiked, likes: totalLikes }, pending),
    isFleeting: true,
  })
