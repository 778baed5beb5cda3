import { findSwappableTrack } from '#contract/swaps/swappable-track.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'

/** Whether the member may swap the track with these names; null from a host without this rule. */
export const swappableTrackQuery = (user: string, artist: string, track: string) =>
  additionQuery(findSwappableTrack, { user, artist, track }, ['swaps', 'swappable-track', user, artist, track], {
    isFleeting: true,
  })
