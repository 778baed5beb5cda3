import { nameKey } from '#contract/accounts/names.ts'
import { getLaterTracks } from '#contract/listening/later-tracks.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import { laterReads, overlayLaterHead, overlayLaterRows } from './overlay.ts'

export const LATER_PAGE = 50

/** The first page with the member's tracks to listen later; null from a host without the list. */
export const laterQuery = (user: string) =>
  additionQuery(getLaterTracks, { user, limit: LATER_PAGE }, ['listening', 'later', nameKey(user)], {
    overlay: overlayLaterHead,
    reads: laterReads,
  })

export const olderLaterQuery = (user: string, before: number) =>
  endpointQuery(getLaterTracks, { user, limit: LATER_PAGE, before }, ['listening', 'later', nameKey(user), before], {
    overlay: ({ laterTracks }, pending) => overlayLaterRows(laterTracks, pending),
    reads: laterReads,
    isFleeting: true,
  })
