import { getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { topReads } from '../overlay.ts'
import { overlayTopBroadcasted } from './overlay.ts'

export const topBroadcastedQuery = (user: string, member: string | null) =>
  endpointQuery(getTopBroadcastedTracks, { user, current_user: member ?? undefined }, ['broadcasts', 'top', user], {
    overlay: overlayTop,
    reads: topReads,
  })

const overlayTop = (
  { topTracks }: { topTracks: Parameters<typeof overlayTopBroadcasted>[0] },
  pending: PendingOf<typeof topReads>,
) => overlayTopBroadcasted(topTracks, pending)
