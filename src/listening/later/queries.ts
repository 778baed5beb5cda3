import { nameKey } from '#contract/accounts/names.ts'
import { getLaterTracks } from '#contract/listening/later-tracks.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { laterReads, overlayLaterHead, overlayLaterRows } from './overlay.ts'

export const LATER_PAGE = 50

/** The first page with the member's tracks to listen later; null from a host without the list. */
export const laterQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'later', nameKey(user)],
    fetch: (options) => ifComputed(poll(getLaterTracks, { user, limit: LATER_PAGE }, options)),
    overlay: overlayLaterHead,
    reads: laterReads,
  })

export const olderLaterQuery = (user: string, before: number) =>
  liveQuery({
    queryKey: ['listening', 'later', nameKey(user), before],
    fetch: (options) => poll(getLaterTracks, { user, limit: LATER_PAGE, before }, options),
    overlay: ({ laterTracks }, pending) => overlayLaterRows(laterTracks, pending),
    reads: laterReads,
    isFleeting: true,
  })
