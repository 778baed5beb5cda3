import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Loaded } from '#src/offline/outbox/meta.ts'
import { pendingOver } from '#src/offline/outbox/pending.ts'
import { type CachedResponse, cachedQuery, type LiveQuery, liveOptions } from './live.ts'
import { pollInterval } from './poll-interval.ts'
import { useOutboxSnapshot } from './query-outbox.ts'
import { lastFailure } from './retry.ts'

/** A query as screens read it: the response with pending actions, and the state of its request. */
export interface Live<V> {
  value: V | undefined
  /** When the shown response was requested, in ms since 1970. */
  requestedAt: number | undefined
  /** Stays while the query is retried, unless the request was refused. */
  error: unknown
  isFetching: boolean
  /** Refetches; resolves after a response or a failure, never rejects. */
  refetch: () => Promise<unknown>
}

interface UseLiveOptions {
  enabled?: boolean
  /**
   * Refetches at this interval while the page is visible, until a refusal or a response that the
   * host lacks the endpoint (null). At least a minute while the page is not used (decision 71).
   */
  everyMs?: number
}

/** `error` beside a value means that it could not be refreshed. */
export function useLive<A, V>(query: LiveQuery<A, V>, { enabled = true, everyMs }: UseLiveOptions = {}): Live<V> {
  const client = useQueryClient()
  const result = useQuery({
    ...liveOptions(query),
    enabled,
    // A function for polled queries only: `slowUnusedPolls` finds them by it.
    refetchInterval:
      everyMs === undefined
        ? false
        : ({ state }: { state: { error: unknown; data: CachedResponse<A> | undefined } }) =>
            !isOver(state) && pollInterval(everyMs),
  })
  const outbox = useOutboxSnapshot()
  return toLive(client, query, result, outbox)
}

/**
 * Returns whether polling ends: after a refusal; after any other failure `retryFailedQueries`
 * retries the query.
 */
const isOver = ({ error, data }: { error: unknown; data: CachedResponse<unknown> | undefined }) =>
  error !== null || data?.response === null

/**
 * The last overlay of each response: a long list of pages is computed again only if a response or
 * the outbox has changed.
 */
const lastResults = new WeakMap<object, { overlay: unknown; outbox: Loaded; value: unknown }>()

/** Returns a response with the actions that it does not contain yet. */
export function applyOverlay<A, V>(
  data: CachedResponse<A> | undefined,
  overlay: LiveQuery<A, V>['overlay'],
  outbox: Loaded,
): V | undefined {
  if (data === undefined) return undefined
  const last = lastResults.get(data)
  // computed by the same overlay
  if (last?.overlay === overlay && last.outbox === outbox) return last.value as V
  const value = overlay(data.response, pendingOver(outbox, data))
  lastResults.set(data, { overlay, outbox, value })
  return value
}

export const toLive = <A, V>(
  client: QueryClient,
  { queryKey, overlay }: LiveQuery<A, V>,
  { data, error, isFetching, refetch }: UseQueryResult<CachedResponse<A>>,
  outbox: Loaded,
): Live<V> => ({
  value: applyOverlay(data, overlay, outbox),
  requestedAt: data?.requestedAt,
  // Also while it is retried: a message that disappears with each retry would be announced each time.
  error: error ?? (isFetching ? lastFailure(cachedQuery(client, queryKey)) : undefined) ?? null,
  isFetching,
  refetch,
})
