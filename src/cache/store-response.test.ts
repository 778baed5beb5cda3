import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { SCHEMA_VERSION, type StoredResponse } from '#src/offline/device/stored-response.ts'
import { liveOptions, liveQuery } from './live.ts'
import { createQueryClient } from './query-client.ts'
import { storeFetched, storeResponse } from './store-response.ts'

const query = liveQuery({
  queryKey: ['accounts', 'profile'],
  fetch: () => Promise.reject(new Error('not requested')),
  overlay: (response: string) => response,
})
const cached = (response: string, requestedAt: number) => ({ response, requestedAtRev: 0, requestedAt })
const fetched = (response: string, requestedAt: number): StoredResponse => ({
  version: SCHEMA_VERSION,
  queryKey: [...query.queryKey],
  data: cached(response, requestedAt),
  updatedAt: requestedAt,
})

function aClient() {
  const client = createQueryClient()
  const held = () => {
    const state = client.getQueryState<{ response: string }>(query.queryKey)
    return [state?.data?.response, state?.isInvalidated]
  }
  const show = () =>
    onTestFinished(
      new QueryObserver(client, { ...liveOptions(query), staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {}),
    )
  return { client, held, show }
}

test('a batched response is stored and stale, unless the cache has one that was requested later', () => {
  const { client, held } = aClient()
  storeResponse(client, query, cached('first', 5))
  expect(held()).toEqual(['first', true])
  storeResponse(client, query, cached('older', 4))
  storeResponse(client, query, cached('as old', 5))
  expect(held()).toEqual(['first', true])
  storeResponse(client, query, cached('newer', 6))
  expect(held()).toEqual(['newer', true])
})

test('a batched page below a cursor never gets stale', () => {
  const { client, held } = aClient()
  storeResponse(client, { ...query, isImmutable: true }, cached('rows', 5))
  expect(held()).toEqual(['rows', false])
})

test('a response that the worker has fetched replaces an older one, and is restored where there is none', () => {
  const { client, held } = aClient()
  storeFetched(client, fetched('pushed', 5))
  expect(held()).toEqual(['pushed', true])
  storeFetched(client, fetched('older', 4))
  expect(held()).toEqual(['pushed', true])
  storeFetched(client, fetched('newer', 6))
  expect(held()).toEqual(['newer', true])
  expect(client.getQueryState(query.queryKey)?.dataUpdatedAt).toBe(6)
})

test('a response that is on the screen is replaced without being fetched again', () => {
  const { client, held, show } = aClient()
  client.setQueryData(query.queryKey, cached('shown', 5))
  show()
  storeFetched(client, fetched('newer', 6))
  expect(held()).toEqual(['newer', false])
})
