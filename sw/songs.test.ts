import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toLibraryCoverPath } from '#contract/listening/music-library.ts'
import { SONG_CACHE } from '#contract/storage-names.ts'
import { isSong, parseRange, respondWithSong } from './songs.ts'

const ORIGIN = 'https://music.example'
const SONG = '0123456789'

beforeEach(() => {
  vi.stubGlobal('self', { location: { origin: ORIGIN } })
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** A worker's storage with one song, 12. */
function withSong() {
  vi.stubGlobal('caches', {
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      path === '/library/songs/12' && cacheName === SONG_CACHE
        ? new Response(SONG, { headers: { 'content-type': 'audio/flac' } })
        : undefined,
  })
  const network = vi.fn<typeof fetch>(async () => new Response('from the network'))
  vi.stubGlobal('fetch', network)
  return network
}

const request = (id: number, range?: string) =>
  new Request(`${ORIGIN}/library/songs/${id}`, range === undefined ? {} : { headers: { range } })

test('only songs of this server and their covers are songs', () => {
  expect(isSong(request(12))).toBe(true)
  expect(isSong(new Request(`${ORIGIN}${toLibraryCoverPath(12)}`))).toBe(true)
  expect(isSong(new Request('https://other.example/library/songs/12'))).toBe(false)
  expect(isSong(new Request(`${ORIGIN}/library`))).toBe(false)
})

test.each([
  ['bytes=0-', SONG, 'bytes 0-9/10'],
  ['bytes=3-5', '345', 'bytes 3-5/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=-4', '6789', 'bytes 6-9/10'],
  ['bytes=-99', SONG, 'bytes 0-9/10'],
])('a stored song answers the range %s without the network', async (range, text, contentRange) => {
  const network = withSong()
  const response = await respondWithSong(request(12, range))
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(response.headers.get('content-length')).toBe(String(text.length))
  expect(response.headers.get('content-type')).toBe('audio/flac')
  expect(await response.text()).toBe(text)
  expect(network).not.toHaveBeenCalled()
})

test('a stored song without a range is sent whole', async () => {
  withSong()
  const response = await respondWithSong(request(12))
  expect(response.status).toBe(200)
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(await response.text()).toBe(SONG)
})

test.each(['bytes=10-', 'bytes=5-3', 'bytes=-0', 'bytes=-', 'bytes=a-b', 'bytes=0-1,3-4', 'items=0-1'])(
  'the range %s is 416',
  async (range) => {
    withSong()
    const response = await respondWithSong(request(12, range))
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */10')
  },
)

test('a song that is not stored comes from the network, with its range', async () => {
  const network = withSong()
  const other = request(13, 'bytes=2-')
  expect(await (await respondWithSong(other)).text()).toBe('from the network')
  expect(network).toHaveBeenCalledWith(other)
})

test('a range of an empty song is none', () => {
  expect(parseRange('bytes=0-', 0)).toBeUndefined()
})
