import { getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { topReads } from '../overlay.ts'
import { asViewer } from '../queries.ts'
import { overlayTopBroadcasted } from './overlay.ts'

/** Reads a member's most liked broadcasts of tracks. */
export const topBroadcastedQuery = (user: string, member: string | null) =>
  liveQuery({
    queryKey: ['broadcasts', 'top', user],
    fetch: (signal) => exchange(getTopBroadcastedTracks, { user, ...asViewer(member) }, { signal }),
    overlay: overlayTop,
    reads: topReads,
  })

const overlayTop = (
  { topTracks }: { topTracks: Parameters<typeof overlayTopBroadcasted>[0] },
  pending: PendingOf<typeof topReads>,
) => overlayTopBroadcasted(topTracks, pending)
