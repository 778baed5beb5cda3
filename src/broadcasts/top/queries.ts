import { getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { poll } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { topReads } from '../overlay.ts'
import { overlayTopBroadcasted } from './overlay.ts'

export const topBroadcastedQuery = (user: string, member: string | null) =>
  liveQuery({
    queryKey: ['broadcasts', 'top', user],
    fetch: (options) => poll(getTopBroadcastedTracks, { user, current_user: member ?? undefined }, options),
    overlay: overlayTop,
    reads: topReads,
  })

const overlayTop = (
  { topTracks }: { topTracks: Parameters<typeof overlayTopBroadcasted>[0] },
  pending: PendingOf<typeof topReads>,
) => overlayTopBroadcasted(topTracks, pending)
