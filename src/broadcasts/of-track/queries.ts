import { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import { blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import { exchange } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The newest broadcasts of a track; null from a host without them. */
export const trackBroadcastsQuery = (id: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'of-track', id],
    fetch: (signal) => ifComputed(exchange(getTrackBroadcasts, { id }, { signal })),
    overlay: (answer, pending) => answer && withoutBlocked(answer.broadcasts, ({ user }) => user, pending),
    reads: blockReads,
  })
