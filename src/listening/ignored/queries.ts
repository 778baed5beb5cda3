import { nameKey } from '#contract/accounts/names.ts'
import { getIgnoredArtists } from '#contract/listening/ignored-artists.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { ignoredReads, overlayIgnored } from './overlay.ts'

/** The artists that the member ignores; null from a host without the list. */
export const ignoredArtistsQuery = (member: string) =>
  liveQuery({
    queryKey: ['listening', 'ignored', nameKey(member)],
    fetch: (options) => ifComputed(poll(getIgnoredArtists, { user: member }, options)),
    overlay: overlayIgnored,
    reads: ignoredReads,
  })
