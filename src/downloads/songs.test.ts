import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { laterQuery } from '#src/listening/later/queries.ts'
import { conversationQuery } from '#src/messages/queries.ts'
import { songSwapsQuery } from '#src/swaps/queries.ts'
import { listStoredSongs, listWantedSongs, storeSongs } from './songs.ts'

const path = (id: number) => `/library/songs/${id}`
const paths = (...ids: number[]) => ids.map(path)

beforeEach(() => onTestFinished(() => void vi.unstubAllGlobals()))

/** A browser with these 10-byte songs in its cache, and room for `room` bytes. */
function aDevice({ stored = [] as number[], room = Number.POSITIVE_INFINITY } = {}) {
  const songs = new Map(stored.map((id) => [path(id), '0123456789']))
  const cache = {
    keys: async () => [...songs.keys()].map((key) => ({ url: `https://music.example${key}` })),
    match: async (key: string | { url: string }) => {
      const text = songs.get(typeof key === 'string' ? key : new URL(key.url).pathname)
      return text === undefined ? undefined : new Response(text)
    },
    put: async (key: string, response: Response) => {
      const text = await response.text()
      if ([...songs.values(), text].join('').length > room) throw new DOMException('full', 'QuotaExceededError')
      songs.set(key, text)
    },
    delete: async (key: string) => songs.delete(key),
  }
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => cache,
    delete: async () => songs.clear(),
  })
  return () => [...songs.keys()]
}

/** A server with 10-byte songs, but for those with a status or another size; some have covers. */
function aServer(
  others: Readonly<Record<number, number | string>> = {},
  covers: Readonly<Record<number, string>> = {},
) {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const [, ofCover] = /^\/library\/songs\/(\d+)\/cover$/.exec(address) ?? []
    if (ofCover !== undefined) {
      const cover = covers[Number(ofCover)]
      if (cover === 'cut') throw new TypeError('Failed to fetch')
      return cover === undefined
        ? new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } })
        : new Response(cover, { headers: { 'content-type': 'image/webp' } })
    }
    requested.push(address)
    const other = others[Number(address.split('/').at(-1))]
    if (typeof other === 'number') return new Response('{}', { status: other })
    const text = other ?? '0123456789'
    return new Response(text, { headers: { 'content-type': 'audio/ogg', 'content-length': String(text.length) } })
  })
  return requested
}

const store = (limitBytes: number, mayGoOn = () => true, signal = new AbortController().signal) => ({
  limitBytes,
  mayGoOn,
  signal,
})

test('songs are stored in their order until the limit', async () => {
  const songs = aDevice()
  const requested = aServer()
  expect(await storeSongs(paths(1, 2, 3), store(25))).toEqual({ songs: 2, bytes: 20, isFull: false })
  expect(songs()).toEqual(paths(1, 2))
  await storeSongs(paths(1, 2, 3), store(25))
  expect(requested.filter((address) => address === path(3))).toHaveLength(1)
})

test('a song is stored, measured and deleted with its cover', async () => {
  const stored = aDevice()
  aServer({}, { 1: 'abc', 2: 'cut' })
  expect(await storeSongs(paths(1, 2, 3), store(1000))).toMatchObject({ songs: 3 })
  expect(stored()).toEqual([path(1), `${path(1)}/cover`, path(2), path(3)])
  expect(await listStoredSongs()).toEqual([
    { path: path(1), bytes: 13 },
    { path: path(2), bytes: 10 },
    { path: path(3), bytes: 10 },
  ])
  await storeSongs(paths(2), store(10))
  expect(stored()).toEqual(paths(2))
})

test('the oldest stored song that is not wanted makes room first', async () => {
  const songs = aDevice({ stored: [7, 1, 8] })
  aServer()
  await storeSongs(paths(1, 2), store(30))
  expect(songs()).toEqual(paths(1, 8, 2))
})

test('a smaller limit deletes the oldest songs', async () => {
  const songs = aDevice({ stored: [1, 2, 3] })
  aServer()
  await storeSongs([], store(10))
  expect(songs()).toEqual(paths(3))
})

test('a song larger than the limit is skipped and deletes nothing', async () => {
  const songs = aDevice({ stored: [9] })
  aServer({ 4: 'x'.repeat(50) })
  await storeSongs(paths(4, 5), store(20))
  expect(songs()).toEqual(paths(9, 5))
})

test('a full device ends the storing and is stated', async () => {
  const songs = aDevice({ room: 15 })
  const requested = aServer()
  expect(await storeSongs(paths(1, 2, 3), store(1000))).toEqual({ songs: 1, bytes: 10, isFull: true })
  expect(songs()).toEqual(paths(1))
  expect(requested).toEqual(paths(1, 2))
})

test('a song that would leave no room for queued actions is not downloaded, which is stated', async () => {
  const songs = aDevice()
  const pulled: number[] = []
  const bytes = 3_000_000
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream(
      {
        pull: (controller) => {
          pulled.push(bytes)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { headers: { 'content-type': 'audio/ogg', 'content-length': String(bytes) } })
  })
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 0, quota: 12_000_000 }) } })
  expect(await storeSongs(paths(1), store(200_000_000))).toEqual({ songs: 0, bytes: 0, isFull: true })
  expect([songs(), pulled]).toEqual([[], []])
})

test('a song that is not found is skipped, and a busy server ends the run', async () => {
  const songs = aDevice()
  aServer({ 1: 404, 3: 503 })
  await storeSongs(paths(1, 2, 3, 4), store(1000))
  expect(songs()).toEqual(paths(2))
})

test('nothing is requested on a connection that may not be used', async () => {
  aDevice()
  const requested = aServer()
  await storeSongs(
    paths(1),
    store(1000, () => false),
  )
  expect(requested).toEqual([])
})

test('a song that arrives after a sign-out is deleted', async () => {
  const songs = aDevice()
  aServer()
  const ending = new AbortController()
  const mayGoOn = () => {
    queueMicrotask(() => ending.abort())
    return true
  }
  await storeSongs(paths(1), store(1000, mayGoOn, ending.signal))
  expect(await listStoredSongs()).toEqual([])
  expect(songs()).toEqual([])
})

test('open swaps are wanted first, then the list for later, then received tracks', () => {
  const client = new QueryClient()
  const set = (queryKey: readonly unknown[], response: object) =>
    client.setQueryData(queryKey, { response, requestedAtRev: 0, requestedAt: 0 })
  const swap = (rest: object) => ({ initiated_user: 'bo', matched_user: 'ada', ...rest })
  set(songSwapsQuery('ada').queryKey, {
    songSwaps: [
      swap({ initiated_reaction: 3, matched_reaction: 4, initiated_links: 'library:5', matched_links: 'library:6' }),
      swap({ initiated_reaction: null, matched_reaction: null, initiated_links: 'isrc:x library:1' }),
      swap({ initiated_reaction: null, matched_reaction: null, initiated_links: 'library:9', ended: 'expired' }),
    ],
  })
  set(laterQuery('ada').queryKey, {
    laterTracks: [{ links: 'library:2' }, { links: 'deezer:2' }, { links: 'library:1' }],
  })
  set(conversationQuery('ada', 'bo').queryKey, {
    directMessages: [
      { id: 1, type: 'Incoming', track: { links: 'library:7' } },
      { id: 2, type: 'Outgoing', track: { links: 'library:8' } },
    ],
  })
  expect(listWantedSongs(client, 'ada')).toEqual(paths(1, 2, 5, 9, 7))
  expect(listWantedSongs(client, 'cy')).toEqual([])
})
