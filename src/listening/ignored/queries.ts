import { getIgnoredArtists } from '#contract/listening/ignored-artists.ts'
import { ownQuery } from '#src/cache/own-query.ts'
import { ignoredReads, overlayIgnored } from './overlay.ts'

/** The artists that the member ignores; null from a host without the list. */
export const ignoredArtistsQuery = ownQuery(getIgnoredArtists, ['listening', 'ignored'], {
  overlay: overlayIgnored,
  reads: ignoredReads,
})
