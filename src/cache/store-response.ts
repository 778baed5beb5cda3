import type { QueryClient } from '@tanstack/react-query'
import { isNewer, type StoredResponse } from '#src/offline/device/stored-response.ts'
import { type CachedResponse, type LiveQuery, liveOptions } from './live.ts'
import { restoreQuery } from './persistence.ts'

/** Stores a response from a batch as its own query's, unless that is newer. It is stale then. */
export function storeResponse<A, V>(client: QueryClient, query: LiveQuery<A, V>, response: CachedResponse<A>): void {
  const cached = client.getQueryData<CachedResponse<A>>(query.queryKey)
  if (cached !== undefined && cached.requestedAt >= response.requestedAt) return
  // With the options first: what is persisted depends on `meta`, which a restored query has from
  // the build that stored it.
  const options = client.defaultQueryOptions(liveOptions(query))
  const built = client.getQueryCache().build(client, options)
  built.setOptions(options)
  client.setQueryData(query.queryKey, response)
  if (built.meta?.isImmutable !== true) markStale(client, query.queryKey)
}

/** Stores a newer response that the service worker has fetched and stored on the device. */
export function storeFetched(client: QueryClient, record: StoredResponse): void {
  const { queryKey, data, updatedAt } = record
  const cached = client.getQueryData(queryKey)
  if (cached === undefined) restoreQuery(client, record)
  else if (isNewer(data, cached)) {
    client.setQueryData(queryKey, data, { updatedAt })
    markStale(client, queryKey)
  }
}

/** Marks a query that no screen shows as stale, without fetching it. */
export function markStale(client: QueryClient, queryKey: readonly unknown[]): void {
  const query = client.getQueryCache().find({ queryKey })
  if (query !== undefined && !query.isActive()) query.invalidate()
}
