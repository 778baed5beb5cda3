import { nameKey } from '#contract/accounts/names.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getListens } from '#contract/listening/listens.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { type CachedResponse, liveQuery, type ReadOptions } from '#src/cache/live.ts'
import { toDayRange } from '../local-days.ts'
import { reactionReads } from '../reactions/overlay.ts'
import type { ListensFilter } from './filter.ts'
import { listenReads, overlayListens, overlayOthersListens } from './overlay.ts'

/** The newest listens, which are always available offline. */
export const NEWEST_LISTENS = 200
export const OLDER_LISTENS = 100

type ListensResponse = ResponseOf<typeof getListens> | null

const toKey = (user: string, { day = '', artist = '', source = '' }: ListensFilter) =>
  [nameKey(user), day, nameKey(artist), source] as const

const toPlace = ({ day, artist, source }: ListensFilter) => ({
  artist,
  source,
  range: day === undefined ? undefined : toDayRange(day),
})

function toParams(filter: ListensFilter) {
  const { artist, source, range } = toPlace(filter)
  return { artist, source, from: range?.from.toISOString(), until: range?.until.toISOString() }
}

type CachedListens = CachedResponse<ListensResponse> | undefined

interface ListensRead {
  options: ReadOptions
  cached: CachedListens
}

const request = (user: string, filter: ListensFilter, { options, cached }: ListensRead) =>
  ifComputed(poll(getListens, { user, limit: NEWEST_LISTENS, ...toParams(filter) }, options), getListens, cached)

const requestOlder = (user: string, filter: ListensFilter, before: string, { options, cached }: ListensRead) =>
  ifComputed(poll(getListens, { user, limit: OLDER_LISTENS, ...toParams(filter), before }, options), getListens, cached)

/** The head page with the member's own listens; null from a host that does not list listens. */
export const ownListensQuery = (user: string, filter: ListensFilter = {}) =>
  liveQuery({
    queryKey: ['listening', 'listens', ...toKey(user, filter)],
    fetch: (options, cached: CachedListens) => request(user, filter, { options, cached }),
    overlay: (response: ListensResponse, pending) =>
      response && {
        rows: overlayListens(response.listens, pending, { limit: NEWEST_LISTENS, ...toPlace(filter) }),
        isHidden: false,
        chartsFrom: response.charts_from,
      },
    reads: listenReads,
  })

export const listensQuery = (user: string, filter: ListensFilter = {}) =>
  liveQuery({
    queryKey: ['listening', 'listens', ...toKey(user, filter)],
    fetch: (options, cached: CachedListens) => request(user, filter, { options, cached }),
    overlay: (response: ListensResponse, pending) =>
      response && {
        rows: overlayOthersListens(response.listens, user, pending),
        isHidden: response.hidden === 1,
        chartsFrom: undefined,
      },
    reads: reactionReads,
  })

/** Own listens below a cursor. Stored on the device, as the head is. */
export const olderOwnListensQuery = (user: string, filter: ListensFilter, before: string) =>
  liveQuery({
    queryKey: ['listening', 'older-listens', ...toKey(user, filter), before],
    fetch: (options, cached: CachedListens) => requestOlder(user, filter, before, { options, cached }),
    overlay: (response: ListensResponse, pending) =>
      overlayListens(response?.listens ?? [], pending, { before, limit: OLDER_LISTENS, ...toPlace(filter) }),
    reads: listenReads,
  })

export const olderListensQuery = (user: string, filter: ListensFilter, before: string) =>
  liveQuery({
    queryKey: ['listening', 'older-listens', ...toKey(user, filter), before],
    fetch: (options, cached: CachedListens) => requestOlder(user, filter, before, { options, cached }),
    overlay: (response: ListensResponse, pending) => overlayOthersListens(response?.listens ?? [], user, pending),
    reads: reactionReads,
    isFleeting: true,
  })
