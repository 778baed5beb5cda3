import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { TopListener } from '#contract/listening/charts.ts'
import {
  getAlbumDetails,
  getArtistMusic,
  getPlaysByMonth,
  getPopularMusic,
  getTrackDetails,
  searchMusic,
} from '#contract/listening/music.ts'
import { blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { linkReads, withoutRejectedLinks } from './overlay.ts'

/** An artist's tracks and albums among members; null from a host without them. */
export const artistMusicQuery = (id: number) =>
  liveQuery({
    queryKey: ['listening', 'artist-music', id],
    fetch: (options) => ifComputed(poll(getArtistMusic, { id }, options)),
  })

/** An album; null from a host without albums. */
export const albumQuery = (id: number) =>
  liveQuery({
    queryKey: ['listening', 'album', id],
    fetch: (options) => ifComputed(poll(getAlbumDetails, { id }, options)),
    overlay: withoutBlockedListeners,
    reads: blockReads,
  })

/** A track; null from a host without track pages. */
export const trackQuery = (id: number) =>
  liveQuery({
    queryKey: ['listening', 'track', id],
    fetch: (options) => ifComputed(poll(getTrackDetails, { id }, options)),
    overlay: (response, pending) => withoutRejectedLinks(withoutBlockedListeners(response, pending), pending),
    reads: [...blockReads, ...linkReads],
  })

const withoutBlockedListeners = <A extends { readonly topListeners: TopListener[] }>(
  response: A | null,
  pending: PendingOf<typeof blockReads>,
) =>
  response && { ...response, topListeners: withoutBlocked(response.topListeners, ({ username }) => username, pending) }

/** A member's plays per month; null from a host that does not count them. */
export const playsByMonthQuery = (user: string, kind: ChartKind, id: number) =>
  liveQuery({
    queryKey: ['listening', 'plays-by-month', user, kind, id],
    fetch: (options) => ifComputed(poll(getPlaysByMonth, { user, kind, id }, options)),
  })

/** Artists, albums and tracks by words in their names; null from a host without this search. */
export const searchMusicQuery = (term: string) =>
  liveQuery({
    queryKey: ['listening', 'search-music', term],
    fetch: (options) => ifComputed(poll(searchMusic, { search_term: term }, options)),
  })

/** The server's charts; null from a host without them. */
export const popularMusicQuery = liveQuery({
  queryKey: ['listening', 'popular-music'],
  fetch: (options) => ifComputed(poll(getPopularMusic, {}, options)),
})
