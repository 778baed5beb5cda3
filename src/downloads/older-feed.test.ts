import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { readDownloadedFeed } from '#src/broadcasts/downloaded.ts'
import { feedQuery, olderBroadcastsQuery } from '#src/broadcasts/queries.ts'
import type { CachedResponse } from '#src/cache/live.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { downloadOlderFeed, followHead } from './older-feed.ts'

const ME = 'ada'
const row = (id: number) => ({ id, user: 'bo', type: 'Track', relatedid: 1, isLiked: false }) as Broadcast
/** Returns the broadcasts `from` down to `to`. */
const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, from - to + 1) }, (_, place) => row(from - place))

let now = 1000
let requests: string[] = []
/** The newest id on the server; the ids begin at 1. */
let newest = 300
const client = createQueryClient()

beforeEach(() => {
  client.clear()
  now = 1000
  requests = []
  newest = 300
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    const query = new URL(url, 'https://host.example').searchParams
    const before = Number(query.get('before'))
    const broadcasts = rows(before - 1, Math.max(1, before - Number(query.get('limit'))))
    return Response.json({ broadcasts }, { headers: { etag: '"1"' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const setHead = (requestedAt = now) =>
  client.setQueryData<CachedResponse<object>>(feedQuery(ME).queryKey, {
    response: { broadcasts: rows(newest, Math.max(1, newest - 49)) },
    requestedAt,
    requestedAtRev: 0,
  })
const download = () =>
  downloadOlderFeed(client, ME, {
    signal: new AbortController().signal,
    now: () => now,
    freshMs: 600,
    onRequest: async () => {},
  })
const page = (before: number) =>
  client
    .getQueryData<CachedResponse<{ broadcasts: Broadcast[] }>>(olderBroadcastsQuery(ME, before, 0).queryKey)
    ?.response.broadcasts.map(({ id }) => id)

/**
 * Returns all ids that the feed shows without a connection: the newest page, then page by page
 * below it.
 */
function shown(): number[] {
  const ids = rows(newest, Math.max(1, newest - 49)).map(({ id }) => id)
  for (;;) {
    const below = page(ids.at(-1) ?? 0)
    if (below === undefined || below.length === 0) return ids
    ids.push(...below)
  }
}

test('two hundred broadcasts are stored with one request, as the pages that the feed requests', async () => {
  setHead()
  await download()
  expect(requests).toEqual(['/api/get-broadcasts?current_user=ada&limit=150&before=251'])
  expect(shown()).toEqual(rows(300, 101).map(({ id }) => id))
  expect(page(251)).toHaveLength(100)
})

test('a feed that ends is stored with its last page', async () => {
  newest = 120
  setHead()
  await download()
  expect(shown()).toEqual(rows(120, 1).map(({ id }) => id))
  expect(page(1)).toEqual([])
})

test('the stored pages shift when new broadcasts arrive, without a gap and without a request', async () => {
  setHead()
  await download()
  const stop = followHead(client, ME)
  newest = 307
  now += 1
  setHead()
  await Promise.resolve()
  expect(shown()).toEqual(rows(307, 108).map(({ id }) => id))
  expect(page(251)).toBeUndefined()
  expect(requests).toHaveLength(1)
  stop()
})

test('stored pages with a gap below the newest one are downloaded again', async () => {
  setHead()
  await download()
  const stop = followHead(client, ME)
  newest = 400
  now += 1
  setHead()
  await Promise.resolve()
  expect(readDownloadedFeed(client)?.rows[0]?.id).toBe(300)
  await download()
  expect(shown()).toEqual(rows(400, 201).map(({ id }) => id))
  stop()
})

test('a recent feed download is not repeated, an older one is requested with its ETag', async () => {
  setHead()
  await download()
  await download()
  expect(requests).toHaveLength(1)
  now += 600
  const headers: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    headers.push(init.headers)
    return new Response(null, { status: 304 })
  })
  await download()
  expect(headers).toEqual([{ 'If-None-Match': '"1"' }])
  expect(readDownloadedFeed(client)?.at).toBe(now)
  expect(shown()).toHaveLength(200)
})
