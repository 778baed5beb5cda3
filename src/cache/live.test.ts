import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setFollow } from '#src/accounts/actions.ts'
import type { Exchanged } from '#src/api/call.ts'
import { aMember as aMemberWithOutbox, NOW } from '#tests/support/member-cache.ts'
import { type CachedResponse, changeResponse, liveOptions, liveQuery, prefetchContent, prefetchLive } from './live.ts'
import { createQueryClient } from './query-client.ts'
import { refetchSince } from './refetch.ts'

function aMember() {
  const { acknowledgeOne, ...member } = aMemberWithOutbox()
  const follow = (followee: string) => acknowledgeOne(setFollow, { user: 'ada', followee, isFollowing: true })
  return { ...member, acknowledgeOne: follow }
}

/** A query with a given response. */
const answering = (key: string, exchanged: Partial<Exchanged<string>>) =>
  liveOptions(
    liveQuery({
      queryKey: ['accounts', key],
      fetch: async () => ({ response: 'fresh', etag: undefined, ...exchanged }),
      reads: [setFollow],
    }),
  )

test("a response records the outbox's revision at its request", async () => {
  const { client, acknowledgeOne } = aMember()
  await acknowledgeOne('bo')
  const { placeholderData: _none, ...options } = answering('feed', {})
  expect(await client.fetchQuery(options)).toMatchObject({ response: 'fresh', requestedAtRev: 1 })
})

test.each(['isFleeting', 'isImmutable', 'isRequestedOnce', 'isPublic'] as const)(
  'a query has %s only if it says so: it decides what is stored, refetched and wiped',
  (flag) => {
    const query = { queryKey: ['accounts', 'row'], fetch: async () => 'unchanged' as const }
    const none = { isFleeting: false, isImmutable: false, isRequestedOnce: false, isPublic: false }
    expect(liveOptions(liveQuery({ ...query, [flag]: true })).meta).toMatchObject({ ...none, [flag]: true })
    expect(liveOptions(liveQuery(query)).meta).toMatchObject(none)
  },
)

test('an unchanged response is retained, and counts as requested after the entries sent meanwhile', async () => {
  const { client, acknowledgeOne } = aMember()
  const tags: (string | undefined)[] = []
  const { placeholderData: _none, ...polled } = liveOptions(
    liveQuery({
      queryKey: ['accounts', 'polled'],
      fetch: async (_signal, held: CachedResponse<string> | undefined) => {
        tags.push(held?.etag)
        return held ? 'unchanged' : { response: 'first', etag: '"1"' }
      },
    }),
  )
  const first = await client.fetchQuery(polled)
  expect(await client.fetchQuery({ ...polled, staleTime: 0 })).toBe(first)
  await acknowledgeOne('bo')
  expect(await client.fetchQuery({ ...polled, staleTime: 0 })).toMatchObject({ response: 'first', requestedAtRev: 1 })
  expect(tags).toEqual([undefined, '"1"', '"1"'])
})

test('a query invalidated while hidden is refetched when it is shown next, and no other query is', async () => {
  const { client } = aMember()
  const requested: string[] = []
  const counted = (domain: string) =>
    liveQuery({
      queryKey: [domain, 'list'],
      fetch: async () => {
        requested.push(domain)
        return { response: 'fresh', etag: undefined }
      },
    })
  const open = async () => {
    for (const domain of ['swaps', 'messages']) prefetchLive(client, counted(domain))
    await expect.poll(() => client.isFetching()).toBe(0)
  }
  await open()
  await refetchSince(client, ['swaps'], Date.now() + 1)
  expect(requested).toEqual(['swaps', 'messages'])
  await open()
  expect(requested).toEqual(['swaps', 'messages', 'swaps'])
  await refetchSince(client, ['swaps'], Date.now() - 60_000)
  await open()
  expect(requested).toHaveLength(3)
})

/** A query; the boot script requested its first response at a time; later ones are fresh. */
function respondingEarly(requestedAt: number) {
  const responses = [{ response: 'early', early: { requestedAt } }]
  const { placeholderData: _none, ...options } = liveOptions(
    liveQuery({
      queryKey: ['accounts', 'early'],
      fetch: async () => ({ response: 'fresh', etag: undefined, ...responses.shift() }),
      reads: [setFollow],
    }),
  )
  return options
}

test('an early response contains what was acknowledged before it was requested', async () => {
  const { client, acknowledgeOne } = aMember()
  for (const followee of ['bo', 'cy', 'dee']) await acknowledgeOne(followee)
  const response = await client.fetchQuery(respondingEarly(NOW + 1))
  expect(response).toMatchObject({ response: 'early', requestedAtRev: 3, requestedAt: NOW + 1 })
})

test('an early response is requested again if an action was acknowledged since', async () => {
  const { client, acknowledgeOne } = aMember()
  await acknowledgeOne('bo')
  expect(await client.fetchQuery(respondingEarly(NOW))).toMatchObject({ response: 'fresh', requestedAtRev: 1 })
})

describe('loader of the first screen', () => {
  const EARLY = { url: '/api/feed', requestedAt: NOW, response: Promise.resolve(new Response()) }
  beforeEach(() => {
    globalThis.flipsideFirstData = [EARLY]
    vi.stubGlobal('localStorage', { getItem: () => null })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      globalThis.flipsideFirstData = undefined
    })
  })
  const answeredAfter = (ms: number) =>
    liveQuery({
      queryKey: ['accounts', 'opened'],
      fetch: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        return { response: 'fresh', etag: undefined }
      },
    })
  const held = (client: QueryClient) => client.getQueryData<CachedResponse<string>>(['accounts', 'opened'])?.response

  test('a loader waits for a request that the page has sent already until its response arrives', async () => {
    const client = createQueryClient()
    await prefetchContent(client, answeredAfter(20))
    expect(held(client)).toBe('fresh')
  })

  test('a loader waits at most 300 ms for a request that the page has sent already', async () => {
    const client = createQueryClient()
    await prefetchContent(client, answeredAfter(2000))
    expect(held(client)).toBeUndefined()
  })

  test('a loader does not wait if there is stored content to show, or no request was sent', async () => {
    const client = createQueryClient()
    client.setQueryData(
      ['accounts', 'opened'],
      { response: 'kept', requestedAtRev: 0, requestedAt: NOW },
      { updatedAt: 1 },
    )
    await prefetchContent(client, answeredAfter(20))
    expect(held(client)).toBe('kept')
    globalThis.flipsideFirstData = undefined
    const other = createQueryClient()
    await prefetchContent(other, answeredAfter(20))
    expect(held(other)).toBeUndefined()
  })
})

test('a request sends the ETag of the cached response, and an unchanged one stays', async () => {
  const { client } = aMember()
  const etags: (string | undefined)[] = []
  const query = liveQuery({
    queryKey: ['accounts', 'tagged'],
    fetch: async ({ etag }) => {
      etags.push(etag)
      return etag === 'v1' ? 'unchanged' : { response: 'fresh', etag: 'v1' }
    },
  })
  const { placeholderData: _none, ...options } = liveOptions(query)
  for (let n = 0; n < 2; n++) await client.fetchQuery({ ...options, staleTime: 0 })
  client.setQueryData(options.queryKey, (held) => held && changeResponse(held, 'changed by the app'))
  expect(await client.fetchQuery({ ...options, staleTime: 0 })).toMatchObject({ response: 'fresh', etag: 'v1' })
  expect(etags).toEqual([undefined, 'v1', undefined])
})

test('an unchanged response is confirmed as of its last request every five minutes', async () => {
  const { client } = aMember()
  const query = liveQuery({
    queryKey: ['accounts', 'confirmed'],
    fetch: async ({ etag }) => (etag === undefined ? { response: 'fresh', etag: 'v1' } : 'unchanged'),
  })
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  onTestFinished(() => void vi.useRealTimers())
  const { placeholderData: _none, ...options } = liveOptions(query)
  const requestedAts: number[] = []
  for (const minutes of [0, 4, 5]) {
    vi.setSystemTime(NOW + minutes * 60_000)
    requestedAts.push((await client.fetchQuery({ ...options, staleTime: 0 })).requestedAt - NOW)
  }
  expect(requestedAts).toEqual([0, 0, 300_000])
})
