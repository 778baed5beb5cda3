import { searchBroadcasts } from '#contract/broadcasts/search.ts'
import { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import { blockAndMuteReads, blockReads, findBlockedOrMuted, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** A track's newest broadcasts; null from a host without them. */
export const trackBroadcastsQuery = (id: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'of-track', id],
    fetch: (options) => ifComputed(poll(getTrackBroadcasts, { id }, options)),
    overlay: (response, pending) => response && withoutBlocked(response.broadcasts, ({ user }) => user, pending),
    reads: blockReads,
  })

/** The newest broadcasts with all words from a term; null from a host without this search. */
export const searchBroadcastsQuery = (term: string) =>
  liveQuery({
    queryKey: ['broadcasts', 'search', term],
    fetch: (options) => ifComputed(poll(searchBroadcasts, { search_term: term }, options)),
    overlay: (response, pending) => {
      const isHidden = findBlockedOrMuted(pending)
      return response && response.broadcasts.filter(({ user }) => !isHidden(user))
    },
    reads: blockAndMuteReads,
  })
