import { LIBRARY_SONGS } from '#contract/listening/music-library.ts'
import { SONG_CACHE } from '#contract/storage-names.ts'

declare const self: ServiceWorkerGlobalScope

export function isSong(request: Request): boolean {
  const { origin, pathname } = new URL(request.url)
  return origin === self.location.origin && pathname.startsWith(LIBRARY_SONGS)
}

export async function respondWithSong(request: Request): Promise<Response> {
  const stored = await caches.match(new URL(request.url).pathname, { cacheName: SONG_CACHE })
  if (stored === undefined) return fetch(request)
  const song = await stored.blob()
  const headers = { 'content-type': stored.headers.get('content-type') ?? '', 'accept-ranges': 'bytes' }
  const range = request.headers.get('range')
  if (range === null) return new Response(song, { headers: { ...headers, 'content-length': String(song.size) } })
  const found = parseRange(range, song.size)
  if (found === undefined)
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${song.size}` } })
  const { first, last } = found
  return new Response(song.slice(first, last + 1, headers['content-type']), {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(last + 1 - first),
      'content-range': `bytes ${first}-${last}/${song.size}`,
    },
  })
}

const RANGE = /^bytes=(\d*)-(\d*)$/

/** Returns the first and last byte of a range (RFC 9110, 14.1.2); undefined if unusable. */
export function parseRange(range: string, size: number): { first: number; last: number } | undefined {
  const [, from = '', to = ''] = RANGE.exec(range.trim()) ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first <= last ? { first, last } : undefined
}
