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
    overlay: (answer, pending) => answer && withoutBlocked(answer.broadcasts, ({ user }) => user, pending),
    reads: blockReads,
  })

/** The newest broadcasts with all words from a term; null from a host without this search. */
export const searchBroadcastsQuery = (term: string) =>
  liveQuery({
    queryKey: ['broadcasts', 'search', term],
    fetch: (options) => ifComputed(poll(searchBroadcasts, { search_term: term }, options)),
    overlay: (answer, pending) => {
      const isHidden = findBlockedOrMuted(pending)
      return answer && answer.broadcasts.filter(({ user }) => !isHidden(user))
    },
    reads: blockAndMuteReads,
  })
