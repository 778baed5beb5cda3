import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { getMemberBroadcasts } from '#contract/broadcasts/member-broadcasts.ts'
import { call, poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { broadcastReads, overlayBroadcasts } from '#src/broadcasts/overlay.ts'
import { liveQuery } from '#src/cache/live.ts'
import { readPages } from '#src/cache/read-pages.ts'

export const PROFILE_LIMIT = 20

/** One member's newest broadcasts; null from a host without them. */
export const memberBroadcastsQuery = (user: string, member: string | null) =>
  liveQuery({
    queryKey: ['broadcasts', 'of', user],
    fetch: (options) =>
      ifComputed(poll(getMemberBroadcasts, { user, current_user: member ?? undefined, limit: PROFILE_LIMIT }, options)),
    overlay: (response: { broadcasts: Broadcast[] } | null, pending) =>
      response && overlayBroadcasts(response.broadcasts, pending),
    reads: broadcastReads,
  })

export const olderMemberBroadcastsQuery = (user: string, member: string | null, before: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'of', user, before],
    fetch: (options) =>
      poll(getMemberBroadcasts, { user, current_user: member ?? undefined, limit: PROFILE_LIMIT, before }, options),
    overlay: ({ broadcasts }: { broadcasts: Broadcast[] }, pending) => overlayBroadcasts(broadcasts, pending),
    reads: broadcastReads,
    isFleeting: true,
    isImmutable: true,
  })

export const readAllBroadcasts = (user: string, member: string | null) =>
  readPages(
    async (page) => (await call(getMemberBroadcasts, { user, current_user: member ?? undefined, ...page })).broadcasts,
  )
