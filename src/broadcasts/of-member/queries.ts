import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { getMemberBroadcasts } from '#contract/broadcasts/member-broadcasts.ts'
import { call } from '#src/api/call.ts'
import { broadcastReads, overlayBroadcasts } from '#src/broadcasts/overlay.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import { readPages } from '#src/cache/read-pages.ts'

export const PROFILE_LIMIT = 20

/** One member's newest broadcasts; null from a host without them. */
export const memberBroadcastsQuery = (user: string, member: string | null) =>
  additionQuery(
    getMemberBroadcasts,
    { user, current_user: member ?? undefined, limit: PROFILE_LIMIT },
    ['broadcasts', 'of', user],
    {
      overlay: (response: { broadcasts: Broadcast[] } | null, pending) =>
        response && overlayBroadcasts(response.broadcasts, pending),
      reads: broadcastReads,
    },
  )

export const olderMemberBroadcastsQuery = (user: string, member: string | null, before: number) =>
  endpointQuery(
    getMemberBroadcasts,
    { user, current_user: member ?? undefined, limit: PROFILE_LIMIT, before },
    ['broadcasts', 'of', user, before],
    {
      overlay: ({ broadcasts }: { broadcasts: Broadcast[] }, pending) => overlayBroadcasts(broadcasts, pending),
      reads: broadcastReads,
      isFleeting: true,
      isImmutable: true,
    },
  )

export const readAllBroadcasts = (user: string, member: string | null) =>
  readPages(
    async (page) => (await call(getMemberBroadcasts, { user, current_user: member ?? undefined, ...page })).broadcasts,
  )
