import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Exchanged } from '#src/api/call.ts'
import { ServerError } from '#src/api/errors.ts'
import { hasFirstData } from '#src/api/first-data.ts'
import { type Action, storedNames } from '#src/offline/outbox/action.ts'
import type { Loaded } from '#src/offline/outbox/meta.ts'
import type { Pending, Requested } from '#src/offline/outbox/pending.ts'
import { getOutbox, NO_ACTIONS } from './query-outbox.ts'
import { isBackingOff } from './retry.ts'

export interface CachedResponse<A> extends Requested {
  response: A
  /** Sent by the next request. */
  etag?: string | undefined
}

/** Returns a response after a change by the app: no longer the one that its ETag names. */
export const changeResponse = <A>(cached: CachedResponse<A>, response: A): CachedResponse<A> => ({
  ...cached,
  response,
  etag: undefined,
})

/** Options for a request that detects an unchanged response. */
export interface ReadOptions {
  signal: AbortSignal
  etag: string | undefined
}

/** A server read that shows its response with pending actions. */
export interface LiveQuery<A, V, Reads extends readonly Action[] = readonly Action[]> {
  queryKey: readonly unknown[]
  /** The options have the ETag from `cached`: 'unchanged' leaves it in the cache. */
  fetch: (options: ReadOptions, cached: CachedResponse<A> | undefined) => Promise<Exchanged<A> | 'unchanged'>
  /** Pure and idempotent. Can read the actions in `reads` only. */
  overlay: (response: A, pending: Pending<NoInfer<Reads>[number]>) => V
  /** The actions that `overlay` applies; retained until no stored response of the query is older. */
  reads?: Reads
  /** Not stored on the device: pages far down, and short-lived states. */
  isFleeting?: boolean
  /** Rows below a cursor: fetched once, since they never change. */
  isImmutable?: boolean
  /** Requested by the user only: neither retried nor refetched with others. */
  isRequestedOnce?: boolean
  /** The same for every viewer: stays when the session ends, with a form below it, as on /reset. */
  isPublic?: boolean
}

/** A query as it is declared: `overlay` may be absent. */
export type QueryParts<A, V, Reads extends readonly Action[]> = Omit<LiveQuery<A, V, Reads>, 'overlay'> &
  Partial<Pick<LiveQuery<A, V, Reads>, 'overlay'>>

/** Returns a live query with its precise types. Without an overlay it shows its response. */
/* @__NO_SIDE_EFFECTS__ */
export const liveQuery = <A, V = A, const Reads extends readonly Action[] = readonly []>(
  query: QueryParts<A, V, Reads>,
): LiveQuery<A, V> =>
  // Without an overlay `V` is `A`.
  ({ overlay: (response) => response as unknown as V, ...query })

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      [key: string]: unknown
      isFleeting?: boolean
      isImmutable?: boolean
      isRequestedOnce?: boolean
      isPublic?: boolean
      /** Stored names for `reads`. Undefined from builds before 25 November 2026. */
      reads?: readonly string[]
    }
  }
}

export const liveOptions = <A, V>(query: LiveQuery<A, V>) =>
  queryOptions({
    queryKey: query.queryKey,
    queryFn: ({ client, signal }) => fetchLive(client, query, signal),
    // Mounting a row or a screen again is no reason to request an endpoint that is backing off.
    retryOnMount: (mounted) => !isBackingOff(mounted),
    refetchOnMount: (mounted) => !isBackingOff(mounted),
    meta: {
      isFleeting: query.isFleeting === true,
      isImmutable: query.isImmutable === true,
      isRequestedOnce: query.isRequestedOnce === true,
      isPublic: query.isPublic === true,
      reads: namesRead(query),
    },
  })

const namesRead = ({ reads = [] }: Pick<LiveQuery<unknown, unknown>, 'reads'>) => reads.flatMap(storedNames)

/** Starts a read without waiting for it: for loaders. A failure shows where the data is used. */
export const prefetchLive = <A, V>(client: QueryClient, query: LiveQuery<A, V>) => void prefetch(client, query)

export const cachedQuery = (client: QueryClient, queryKey: readonly unknown[]) =>
  client.getQueryCache().get(hashKey(queryKey))

/** Fetches a query, unless its endpoint is backing off after a failure. */
async function prefetch<A, V>(client: QueryClient, query: LiveQuery<A, V>): Promise<void> {
  if (!isBackingOff(cachedQuery(client, query.queryKey))) await client.prefetchQuery(liveOptions(query))
}

const CONTENT_TIMEOUT_MS = 300
/** An unchanged response is stored as newly requested after this time, not at every poll. */
const CONFIRMED_MS = 5 * 60_000

/**
 * Like `prefetchLive`, for the content of a screen that the page may have or have requested.
 * Without stored content to show meanwhile it waits, 300 ms at most: rendering the screen without
 * the response, then with it takes longer.
 */
export async function prefetchContent<A, V>(client: QueryClient, query: LiveQuery<A, V>): Promise<void> {
  const isAwaited = hasFirstData() && client.getQueryData(query.queryKey) === undefined
  const fetched = prefetch(client, query)
  if (isAwaited) await Promise.race([fetched, new Promise((resolve) => setTimeout(resolve, CONTENT_TIMEOUT_MS))])
}

/** Like `prefetchContent`, for reads that are fetched here only if the page is filled. */
export const prefetchFilled = async <A, V>(client: QueryClient, query: LiveQuery<A, V>): Promise<void> =>
  hasFirstData() ? prefetchContent(client, query) : undefined

/** Returns the outbox's revision at a time: before every action acknowledged since. */
function revAt({ meta, entries }: Loaded, timeMs: number): number {
  const since = entries.flatMap(({ ackedRev, ackedAt = 0 }) =>
    ackedRev !== undefined && ackedAt >= timeMs ? [ackedRev - 1] : [],
  )
  return Math.min(meta.rev, ...since)
}

async function fetchLive<A, V>(
  client: QueryClient,
  query: LiveQuery<A, V>,
  signal: AbortSignal,
): Promise<CachedResponse<A>> {
  const readOutbox = () => getOutbox(client)?.snapshot() ?? NO_ACTIONS
  const { rev } = readOutbox().meta
  const requestedAt = Date.now()
  const sentFor = client.getQueryData<CachedResponse<A>>(query.queryKey)
  const exchanged = await query.fetch({ signal, etag: sentFor?.etag }, sentFor)
  if (exchanged === 'unchanged') return sameAsBefore(sentFor, rev, requestedAt)
  const { response, early, etag } = exchanged
  const receivedAt = Date.now()
  if (early === undefined) return { response, requestedAtRev: rev, requestedAt, receivedAt, etag }
  // Sent before the outbox was read: whether it contains what was acknowledged since is unknown.
  if (revAt(readOutbox(), early.requestedAt) !== rev) return fetchLive(client, query, signal)
  return { response, requestedAtRev: rev, requestedAt: early.requestedAt, receivedAt, etag }
}

/** Returns the current response; the same object if no entry was sent, so that nothing renders. */
function sameAsBefore<A>(
  cached: CachedResponse<A> | undefined,
  requestedAtRev: number,
  requestedAt: number,
): CachedResponse<A> {
  if (cached === undefined) throw new ServerError(304, '') // there was no ETag to match
  const isRecent = cached.requestedAtRev === requestedAtRev && requestedAt - cached.requestedAt < CONFIRMED_MS
  return isRecent ? cached : { ...cached, requestedAtRev, requestedAt }
}
