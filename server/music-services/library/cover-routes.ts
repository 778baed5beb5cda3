import type { IncomingMessage } from 'node:http'
import { DAY_MS } from '#contract/durations.ts'
import { COVER_SIDES } from '#contract/listening/covers.ts'
import { toLibraryCoverPath } from '#contract/listening/music-library.ts'
import { encodeSquare } from '#server/accounts/index.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { computeVersion, matchesEtag, toEtag } from '#server/http/etag.ts'
import { PICTURE_POLICY } from '#server/http/headers.ts'
import { readResponseBytes } from '#server/http/outgoing-request.ts'
import { Refusal } from '#server/http/refusal.ts'
import { ServiceFailure } from '../service-failure.ts'
import { NotInLibrary } from './library-call.ts'
import { openLibrary } from './open-library.ts'
import { findRequestedSong } from './requested-song.ts'
import { createStreams } from './song-routes.ts'
import type { FoundSong } from './store.ts'

const SIDE = COVER_SIDES.large
/** A library that does not scale sends the file in the music's folder. */
const IMAGE_MAX_BYTES = 5_000_000
/** From the first name look-up to the last byte of the image, in ms. */
const TIMEOUT_MS = 15_000
const CACHED_ABSENCE = 'private, max-age=3600'
/** How many covers are requested at a time. */
const COVERS_MAX = 20
const MEMBER_COVERS_MAX = 3

/** No cover is stored here. */
export function libraryCoverRoutes(api: Api): void {
  const takePlace = createStreams(COVERS_MAX, MEMBER_COVERS_MAX)
  api.hono.get(toLibraryCoverPath(':track'), async (c) => {
    c.header('Content-Security-Policy', PICTURE_POLICY)
    const song = await findRequestedSong(api, c, c.req.param('track') ?? '')
    const leave = takePlace(song.memberId)
    try {
      return await sendCover(api, c, song)
    } finally {
      leave()
    }
  })
}

/** Sends a cover as WebP, or 304 for one of the same day, without a request to the library. */
async function sendCover(api: Api, c: RequestContext, song: FoundSong): Promise<Response> {
  const day = Math.floor(api.now().getTime() / DAY_MS)
  const etag = toEtag(song.memberId, computeVersion(JSON.stringify([song.address, song.account, song.songId, day])))
  const isCurrent = matchesEtag(c.req.header('If-None-Match'), etag)
  const image = isCurrent ? null : await fetchCover(api, c, song)
  if (image === undefined) {
    // Unlike a Refusal, cached: browsers request an artwork several times.
    c.header('Cache-Control', CACHED_ABSENCE)
    return c.text('There is no cover.', 404)
  }
  // Checked with each use: another member of the same browser must not see it.
  c.header('Cache-Control', 'private, no-cache')
  c.header('ETag', etag)
  if (image === null) return c.body(null, 304)
  c.header('Content-Type', 'image/webp')
  return c.body(new Uint8Array(image))
}

/**
 * Returns the encoded cover of a song; undefined without one. No failure stops the library: an account may be one without
 * the permission for covers. Throws a Refusal.
 */
async function fetchCover(api: Api, c: RequestContext, song: FoundSong): Promise<Buffer | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), c.req.raw.signal])
  try {
    const response = await openLibrary(api, song).openCover({ songId: song.songId, side: SIDE }, signal)
    return response && (await encodeSquare(await readImage(response), SIDE))
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    if (error instanceof NotInLibrary) return undefined
    throw new Refusal(502, 'Your library sent no cover.', 'library_failed')
  }
}

/** Returns the bytes of an image. Throws ServiceFailure if they are too many, cut or late. */
async function readImage(response: IncomingMessage): Promise<Buffer> {
  const bytes = await readResponseBytes(response, IMAGE_MAX_BYTES).catch((cause: unknown) => {
    throw new ServiceFailure('service_away', { cause })
  })
  if (bytes === undefined) throw new ServiceFailure('unreadable_answer')
  return bytes
}
