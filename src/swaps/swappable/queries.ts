import { findSwappableTrack } from '#contract/swaps/swappable-track.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Whether the member may swap the track with these names; null from a host without this rule. */
export const swappableTrackQuery = (user: string, artist: string, track: string) =>
  liveQuery({
    queryKey: ['swaps', 'swappable-track', user, artist, track],
    fetch: (options) => ifComputed(poll(findSwappableTrack, { user, artist, track }, options)),
    isFleeting: true,
  })
