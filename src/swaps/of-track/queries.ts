import { getTrackSwaps } from '#contract/swaps/track-swaps.ts'
import { blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The user's completed swaps with a track; null from a host without them. */
export const trackSwapsQuery = (user: string, id: number) =>
  liveQuery({
    queryKey: ['swaps', 'of-track', user, id],
    fetch: (options) => ifComputed(poll(getTrackSwaps, { user, id }, options)),
    overlay: (response, pending) => response && withoutBlocked(response.swaps, ({ partner }) => partner, pending),
    reads: blockReads,
  })
