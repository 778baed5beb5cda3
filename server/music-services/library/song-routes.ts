import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { LIBRARY_SONGS } from '#contract/listening/music-library.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { computeVersion, setEtag, toEtag } from '#server/http/etag.ts'
import { createBusyRefusal, Refusal } from '#server/http/refusal.ts'
import { ServiceFailure } from '../service-failure.ts'
import { NotInLibrary } from './library-call.ts'
import { openLibrary } from './open-library.ts'
import { readSong } from './read-song.ts'
import { createMissingRefusal, createSongRefusal, findRequestedSong } from './requested-song.ts'
import { type AudioLength, parseRange, readLength } from './song-range.ts'
import { type FoundSong, storeLibraryFailure } from './store.ts'

/** The time until the headers of a library response, in ms. */
const HEADERS_TIMEOUT_MS = 15_000
/** How many songs are sent at a time. */
const STREAMS_MAX = 100
/** A page that seeks opens the next stream before it closes the last one. */
const MEMBER_STREAMS_MAX = 6
const RETRY_AFTER_SECONDS = 5

/**
 * Returns the function that takes a place among the streams of this process, before the library is
 * requested. It returns the function that leaves the place, once, and throws a Refusal 503.
 */
export function createStreams(max = STREAMS_MAX, memberMax = MEMBER_STREAMS_MAX): (memberId: number) => () => void {
  const byMember = new Map<number, number>()
  let streams = 0
  return (memberId) => {
    const own = byMember.get(memberId) ?? 0
    if (streams >= max || own >= memberMax) throw createBusyRefusal(RETRY_AFTER_SECONDS)
    streams++
    byMember.set(memberId, own + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      streams--
      const others = (byMember.get(memberId) ?? 1) - 1
      if (others === 0) byMember.delete(memberId)
      else byMember.set(memberId, others)
    }
  }
}

export function songRoutes(api: Api): void {
  const takePlace = createStreams()
  api.hono.get(`${LIBRARY_SONGS}:track`, async (c) => {
    const song = await findRequestedSong(api, c, c.req.param().track)
    const leave = takePlace(song.memberId)
    try {
      return await sendSong(api, c, song, leave)
    } catch (error) {
      leave()
      throw error
    }
  })
}

/** Sends a song as the library sends it. `leave` is called once it has ended, or the client has left. */
async function sendSong(api: Api, c: RequestContext, song: FoundSong, leave: () => void): Promise<Response> {
  const version = computeVersion(JSON.stringify([song.address, song.account, song.songId, song.bytes]))
  const etag = toEtag(song.memberId, version)
  if (setEtag(c, etag)) {
    leave()
    return c.body(null, 304)
  }
  const ifRange = c.req.header('If-Range')
  const range = ifRange === undefined || ifRange === etag ? parseRange(c.req.header('Range')) : undefined
  const upstream = await openUpstream(api, c, song, range)
  try {
    if (upstream.statusCode === 416) {
      upstream.destroy()
      leave()
      const total = /^bytes \*\/(\d{1,15})$/.exec(upstream.headers['content-range'] ?? '')?.[1] ?? '*'
      return c.body(null, 416, { 'Content-Range': `bytes */${total}` })
    }
    const length = readLength(upstream, range)
    setAudioHeaders(c, upstream, length)
    const status = length.isPart ? 206 : 200
    if (c.req.method === 'HEAD') {
      upstream.destroy()
      leave()
      return c.body(null, status)
    }
    const audio = readSong(upstream, length.bytes)
    audio.on('error', (error) => api.log.warn('A song was not sent to its end', { reason: error.name }))
    audio.once('close', leave)
    // Node declares its own class for web streams.
    return c.body(Readable.toWeb(audio) as ReadableStream, status)
  } catch (error) {
    upstream.destroy()
    throw error instanceof ServiceFailure ? createSongRefusal(error) : error
  }
}

function setAudioHeaders(
  c: RequestContext,
  { headers }: IncomingMessage,
  { bytes, isPart, contentRange }: AudioLength,
): void {
  c.header('Content-Type', headers['content-type'] ?? '')
  c.header('Accept-Ranges', isPart || headers['accept-ranges'] === 'bytes' ? 'bytes' : 'none')
  // A file of a stranger: never a document on this origin.
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  if (bytes !== undefined) c.header('Content-Length', String(bytes))
  if (contentRange !== undefined) c.header('Content-Range', contentRange)
}

/**
 * Requests a song at the library. A log-in that the library rejects stops it. Throws a Refusal.
 */
async function openUpstream(
  api: Api,
  c: RequestContext,
  song: FoundSong,
  range: string | undefined,
): Promise<IncomingMessage> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), HEADERS_TIMEOUT_MS)
  const signal = AbortSignal.any([timeout.signal, c.req.raw.signal])
  try {
    return await openLibrary(api, song).openSong(song.songId, { range, signal })
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    if (timeout.signal.aborted) throw new Refusal(504, "Your library doesn't respond. Try again.", 'library_slow')
    if (error instanceof NotInLibrary) throw createMissingRefusal()
    if (!error.isPassing) await storeLibraryFailure(api.db, song, error, api.now())
    throw createSongRefusal(error)
  } finally {
    clearTimeout(timer)
  }
}
