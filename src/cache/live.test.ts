import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { setFollow } from '#src/accounts/senders.ts'
import type { Exchanged } from '#src/api/call.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { acknowledge, begin } from '#src/offline/drain/attempts.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { type Answered, askAgainSince, liveOptions, liveQuery, prefetchAsked, prefetchLive } from './live.ts'
import { connectOutbox } from './outbox-of.ts'
import { pruneOutbox } from './prune.ts'
import { createQueryClient } from './query-client.ts'

const NOW = Date.parse('2026-11-20T08:12:00.000Z')
let made = 0

async function aMember() {
  const client = createQueryClient()
  const store = openKeyValueStore(`live-${++made}`, { durability: 'strict' })
  onTestFinished(() => store.close())
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: () => NOW,
    uuid: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
    announce: () => {},
    freeSpace: async () => {},
  })
  connectOutbox(client, outbox, { read: async () => '', write: async () => {} })
  const acknowledgeOne = async (followee: string) => {
    const entry = await outbox.dispatch(setFollow, { user: 'ada', followee, isFollowing: true })
    const begun = await begin(outbox, entry)
    if (begun) await acknowledge(outbox, begun, {})
  }
  return { client, outbox, acknowledgeOne }
}

/** A query with a given response. */
const answering = (key: string, exchanged: Partial<Exchanged<string>>, isImmutable = false) =>
  liveOptions(
    liveQuery({
      queryKey: ['accounts', key],
      ask: async () => ({ answer: 'fresh', etag: undefined, cachedAt: undefined, ...exchanged }),
      overlay: (answer) => answer,
      isImmutable,
    }),
  )

test("a response records the outbox's revision at its request", async () => {
  const { client, acknowledgeOne } = await aMember()
  await acknowledgeOne('bo')
  const { placeholderData: _none, ...options } = answering('feed', {})
  expect(await client.fetchQuery(options)).toMatchObject({ answer: 'fresh', askedAtRev: 1 })
})

test("a response from the worker's cache never replaces a newer one", async () => {
  const { client } = await aMember()
  client.setQueryData(['accounts', 'feed'], { answer: 'newer', askedAtRev: 3, askedAt: NOW })
  const { placeholderData: _none, ...options } = answering('feed', { answer: 'stored', cachedAt: NOW - 1 })
  expect(await client.fetchQuery({ ...options, staleTime: 0 })).toMatchObject({ answer: 'newer', askedAtRev: 3 })
  const { placeholderData: _nothing, ...empty } = answering('other', { answer: 'stored', cachedAt: NOW - 1 })
  expect(await client.fetchQuery(empty)).toEqual({ answer: 'stored', askedAtRev: 0, askedAt: NOW - 1 })
})

test('an unchanged response is retained, and counts as requested after the entries sent meanwhile', async () => {
  const { client, acknowledgeOne } = await aMember()
  const tags: (string | undefined)[] = []
  const { placeholderData: _none, ...polled } = liveOptions(
    liveQuery({
      queryKey: ['accounts', 'polled'],
      ask: async (_signal, held: Answered<string> | undefined) => {
        tags.push(held?.etag)
        return held ? 'unchanged' : { answer: 'first', etag: '"1"', cachedAt: undefined }
      },
      overlay: (answer) => answer,
    }),
  )
  const first = await client.fetchQuery(polled)
  expect(await client.fetchQuery({ ...polled, staleTime: 0 })).toBe(first)
  await acknowledgeOne('bo')
  expect(await client.fetchQuery({ ...polled, staleTime: 0 })).toMatchObject({ answer: 'first', askedAtRev: 1 })
  expect(tags).toEqual([undefined, '"1"', '"1"'])
})

test('a query invalidated while hidden is refetched when it is shown next, and no other query is', async () => {
  const { client } = await aMember()
  const asked: string[] = []
  const counted = (domain: string) =>
    liveQuery({
      queryKey: [domain, 'list'],
      ask: async () => {
        asked.push(domain)
        return { answer: 'fresh', etag: undefined, cachedAt: undefined }
      },
      overlay: (answer) => answer,
    })
  const open = async () => {
    for (const domain of ['swaps', 'messages']) prefetchLive(client, counted(domain))
    await expect.poll(() => client.isFetching()).toBe(0)
  }
  await open()
  await askAgainSince(client, ['swaps'], Date.now() + 1)
  expect(asked).toEqual(['swaps', 'messages'])
  await open()
  expect(asked).toEqual(['swaps', 'messages', 'swaps'])
  await askAgainSince(client, ['swaps'], Date.now() - 60_000)
  await open()
  expect(asked).toHaveLength(3)
})

test('an acknowledged action is retained until every response was requested after it', async () => {
  const { client, outbox, acknowledgeOne } = await aMember()
  client.setQueryData(['accounts', 'a'], { answer: 1, askedAtRev: 0, askedAt: NOW })
  await acknowledgeOne('bo')
  client.setQueryData(['accounts', 'b'], { answer: 1, askedAtRev: 1, askedAt: NOW })
  await pruneOutbox(client, outbox, NOW)
  expect(outbox.snapshot().entries).toHaveLength(1)
  client.setQueryData(['accounts', 'a'], { answer: 2, askedAtRev: 1, askedAt: NOW })
  await pruneOutbox(client, outbox, NOW)
  expect(outbox.snapshot().entries).toHaveLength(0)
})

test('a stored response of another domain does not retain acknowledged actions', async () => {
  const { client, outbox, acknowledgeOne } = await aMember()
  client.setQueryData(['listening', 'top-tracks'], { answer: 1, askedAtRev: 0, askedAt: NOW })
  await acknowledgeOne('bo')
  await pruneOutbox(client, outbox, NOW)
  expect(outbox.snapshot().entries).toHaveLength(0)
})

test('a page below a cursor that was not shown for a day does not retain acknowledged actions', async () => {
  const { client, outbox, acknowledgeOne } = await aMember()
  const { placeholderData: _none, ...options } = answering('older', {}, true)
  await client.fetchQuery(options)
  await acknowledgeOne('bo')
  await pruneOutbox(client, outbox, Date.now())
  expect(outbox.snapshot().entries).toHaveLength(1)
  await pruneOutbox(client, outbox, Date.now() + 2 * 86_400_000)
  expect(outbox.snapshot().entries).toHaveLength(0)
  expect(client.getQueryData(['accounts', 'older'])).toBeUndefined()
})

test('an early response counts as older than every acknowledged entry that the outbox has', async () => {
  const { client, acknowledgeOne } = await aMember()
  for (const followee of ['bo', 'cy', 'dee']) await acknowledgeOne(followee)
  const { placeholderData: _none, ...options } = answering('early', { early: { askedAt: NOW - 400 } })
  expect((await client.fetchQuery(options)).askedAtRev).toBe(0)
})

describe('loader of the first screen', () => {
  const EARLY = { url: '/api/feed', askedAt: NOW, response: Promise.resolve(new Response()), abort: () => {} }
  beforeEach(() => {
    globalThis.flipsideEarly = EARLY
    vi.stubGlobal('localStorage', { getItem: () => null })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      globalThis.flipsideEarly = undefined
    })
  })
  const answeredAfter = (ms: number) =>
    liveQuery({
      queryKey: ['accounts', 'opened'],
      ask: async () => {
        await new Promise((resolve) => setTimeout(resolve, ms))
        return { answer: 'fresh', etag: undefined, cachedAt: undefined }
      },
      overlay: (answer) => answer,
    })
  const held = (client: QueryClient) => client.getQueryData<Answered<string>>(['accounts', 'opened'])?.answer

  test('a loader waits for a request that the page has sent already until its response arrives', async () => {
    const client = createQueryClient()
    await prefetchAsked(client, answeredAfter(20))
    expect(held(client)).toBe('fresh')
  })

  test('a loader waits at most 300 ms for a request that the page has sent already', async () => {
    const client = createQueryClient()
    await prefetchAsked(client, answeredAfter(2000))
    expect(held(client)).toBeUndefined()
  })

  test('a loader does not wait if there is stored content to show, or no request was sent', async () => {
    const client = createQueryClient()
    client.setQueryData(['accounts', 'opened'], { answer: 'kept', askedAtRev: 0, askedAt: NOW }, { updatedAt: 1 })
    await prefetchAsked(client, answeredAfter(20))
    expect(held(client)).toBe('kept')
    globalThis.flipsideEarly = undefined
    const other = createQueryClient()
    await prefetchAsked(other, answeredAfter(20))
    expect(held(other)).toBeUndefined()
  })
})
