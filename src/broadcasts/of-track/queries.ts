import { searchBroadcasts } from '#contract/broadcasts/search.ts'
import { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import { blockAndMuteReads, blockReads, findBlockedOrMuted, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'

/** A track's newest broadcasts; null from a host without them. */
export const trackBroadcastsQuery = (id: number) =>
  additionQuery(getTrackBroadcasts, { id }, ['broadcasts', 'of-track', id], {
    overlay: (response, pending) => response && withoutBlocked(response.broadcasts, ({ user }) => user, pending),
    reads: blockReads,
  })

/** The newest broadcasts with all words from a term; null from a host without this search. */
export const searchBroadcastsQuery = (term: string) =>
  additionQuery(searchBroadcasts, { search_term: term }, ['broadcasts', 'search', term], {
    overlay: (response, pending) => {
      const isHidden = findBlockedOrMuted(pending)
      return response && response.broadcasts.filter(({ user }) => !isHidden(user))
    },
    reads: blockAndMuteReads,
  })
