import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { SCHEMA_VERSION, type StoredResponse } from '#src/offline/device/stored-response.ts'
import { liveOptions, liveQuery } from './live.ts'
import { createQueryClient } from './query-client.ts'
import { storeAnswer, storeFetched } from './store-answer.ts'

const query = liveQuery({
  queryKey: ['accounts', 'profile'],
  fetch: () => Promise.reject(new Error('not requested')),
  overlay: (answer: string) => answer,
})
const answered = (answer: string, askedAt: number) => ({ answer, askedAtRev: 0, askedAt })
const fetched = (answer: string, askedAt: number): StoredResponse => ({
  version: SCHEMA_VERSION,
  queryKey: [...query.queryKey],
  data: answered(answer, askedAt),
  updatedAt: askedAt,
})

function aClient() {
  const client = createQueryClient()
  const held = () => {
    const state = client.getQueryState<{ answer: string }>(query.queryKey)
    return [state?.data?.answer, state?.isInvalidated]
  }
  const show = () =>
    onTestFinished(
      new QueryObserver(client, { ...liveOptions(query), staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {}),
    )
  return { client, held, show }
}

test('a batched response is stored and stale, unless the cache has one that was requested later', () => {
  const { client, held } = aClient()
  storeAnswer(client, query, answered('first', 5))
  expect(held()).toEqual(['first', true])
  storeAnswer(client, query, answered('older', 4))
  storeAnswer(client, query, answered('as old', 5))
  expect(held()).toEqual(['first', true])
  storeAnswer(client, query, answered('newer', 6))
  expect(held()).toEqual(['newer', true])
})

test('a batched page below a cursor never gets stale', () => {
  const { client, held } = aClient()
  storeAnswer(client, { ...query, isImmutable: true }, answered('rows', 5))
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
  client.setQueryData(query.queryKey, answered('shown', 5))
  show()
  storeFetched(client, fetched('newer', 6))
  expect(held()).toEqual(['newer', false])
})
