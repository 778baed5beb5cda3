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
import { additionQuery } from '#src/cache/endpoint-query.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { linkReads, withoutRejectedLinks } from './overlay.ts'

/** An artist's tracks and albums among members; null from a host without them. */
export const artistMusicQuery = (id: number) => additionQuery(getArtistMusic, { id }, ['listening', 'artist-music', id])

/** An album; null from a host without albums. */
export const albumQuery = (id: number) =>
  additionQuery(getAlbumDetails, { id }, ['listening', 'album', id], {
    overlay: withoutBlockedListeners,
    reads: blockReads,
  })

/** A track; null from a host without track pages. */
export const trackQuery = (id: number) =>
  additionQuery(getTrackDetails, { id }, ['listening', 'track', id], {
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
  additionQuery(getPlaysByMonth, { user, kind, id }, ['listening', 'plays-by-month', user, kind, id])

/** Artists, albums and tracks by words in their names; null from a host without this search. */
export const searchMusicQuery = (term: string) =>
  additionQuery(searchMusic, { search_term: term }, ['listening', 'search-music', term])

/** The server's charts; null from a host without them. */
export const popularMusicQuery = additionQuery(getPopularMusic, {}, ['listening', 'popular-music'])
