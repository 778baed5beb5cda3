import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheDatabase } from '#contract/storage-names.ts'
import { NoConnection } from '#src/api/errors.ts'
import { persistCache } from '#src/cache/persistence.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { songSwapsQuery } from '#src/swaps/queries.ts'
import { STORED_SONGS_KEY } from './songs.ts'
import { downloadNow, startDownloads, storeSongsInTurn } from './start.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A device with tabs that share its storage and locks; records the requests. */
function createDevice() {
  const requests: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url.split('?')[0] ?? '')
    return Response.json({ error: 'Not here' }, { status: 404 })
  })
  return requests
}

/** Lets a minute pass, with time for IndexedDB, which is not on the fake clock, between its parts. */
async function passMinute() {
  for (let part = 0; part < 240; part++) {
    await vi.advanceTimersByTimeAsync(250)
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('tabs of one device download once between them', async () => {
  const requests = createDevice()
  const ending = new AbortController()
  const tabs = [1, 2, 3].map(() => {
    const client = createQueryClient()
    const store = openKeyValueStore(cacheDatabase('ada'), { durability: 'relaxed' })
    const stop = persistCache(client, store, (error) => expect.unreachable(String(error)))
    const downloads = startDownloads({ client, member: 'ada', signal: ending.signal })
    return { stop, downloads }
  })
  await passMinute()
  expect(requests).toContain('/api/user/scrobble-tokens')
  expect(requests.filter((path) => path === '/api/user/offline-copy')).toHaveLength(1)
  expect(requests.filter((path) => path === '/api/user/activity')).toHaveLength(1)
  ending.abort()
  await Promise.all(tabs.map(({ downloads }) => downloads))
  for (const { stop } of tabs) stop()
})

/** Fills a cache beyond the least limit, 25 MB. */
function fillCache() {
  const client = createQueryClient()
  for (let place = 0; place < 30; place++)
    client.setQueryData(['page', place], { text: 'x'.repeat(1_000_000) }, { updatedAt: place })
  const left = () => client.getQueryCache().findAll({ queryKey: ['page'] }).length
  return { client, left }
}

test('responses beyond the limit are evicted also while nothing may be downloaded', async () => {
  const requests = createDevice()
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ limitMb: 0 }) })
  const { client, left } = fillCache()
  const ending = new AbortController()
  const downloads = startDownloads({ client, member: 'ada', signal: ending.signal })
  await passMinute()
  expect(requests).toEqual([])
  expect(left()).toBe(24)
  ending.abort()
  await downloads
})

test('responses beyond the limit are evicted also after a run that fails', async () => {
  createDevice()
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ limitMb: 25 }) })
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  const { client, left } = fillCache()
  const download = downloadNow({ client, member: 'ada', signal: new AbortController().signal }, true)
  const failure = download.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await failure).toBeInstanceOf(NoConnection)
  expect(left()).toBe(24)
})

const swap = {
  id: 1,
  initiated_user: 'ada',
  matched_user: 'bo',
  initiated_track_id: 6,
  matched_track_id: 7,
  initiated_track_name: 'Harbour',
  matched_track_name: 'Slow Ferry',
  initiated_artist_name: 'Loam',
  matched_artist_name: 'Sol Ferro',
  initiated_track_url: null,
  matched_track_url: null,
  matched_links: 'library:7',
  initiated_reaction: null,
  matched_reaction: 3,
  swap_initiated_timestamp: '2026-11-21T12:00:00.000Z',
  song_swap_id: 1,
}

test('songs are stored that a swap has since its list was stored, and a screen reads what is stored again', async () => {
  createDevice()
  const songs = new Set<string>()
  const cache = {
    keys: async () => [...songs].map((path) => ({ url: `https://music.example${path}` })),
    match: async (path: string) => (songs.has(path) ? new Response('sound') : undefined),
    put: async (path: string) => void songs.add(path),
  }
  vi.stubGlobal('caches', { has: async () => true, open: async () => cache })
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ songsMb: 200 }) })
  const client = createQueryClient()
  const { queryKey } = songSwapsQuery('ada')
  client.setQueryData(queryKey, { response: { songSwaps: [] }, requestedAt: 0 })
  let reads = 0
  const screen = new QueryObserver(client, { queryKey: STORED_SONGS_KEY, queryFn: async () => ++reads })
  const leave = screen.subscribe(() => {})
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/library')) return new Response('sound', { headers: { 'content-type': 'audio/ogg' } })
    if (!url.includes('get-song-swaps')) return Response.json({ error: 'Not here' }, { status: 404 })
    return Response.json({ songSwaps: [swap] })
  })
  await storeSongsInTurn({ client, member: 'ada', signal: new AbortController().signal })
  expect([...songs]).toEqual(['/library/songs/7'])
  expect(reads).toBeGreaterThan(1)
  leave()
})
