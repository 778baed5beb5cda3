import { COVER_SIDES, COVERS, type CoverSize } from '#contract/listening/covers.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { PICTURE_POLICY } from '#server/http/headers.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findSession } from '#server/http/session.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import { createCovers } from './covers.ts'

const CACHED = 'public, max-age=604800'
/** A missing cover may be added to the archive, and a failed request is repeated. */
const CACHED_ABSENCE = 'public, max-age=3600'
const RETRY_AFTER_SECONDS = 30

/**
 * Registers the route of covers. Anyone reads cached ones; only a request of a member makes the
 * server request the archive. Without COVER_ART there is no route.
 */
export function coverRoutes(api: Api): void {
  if (api.config.covers === null) return
  const covers = createCovers(api, api.config.covers, toUserAgent(api.config))
  api.hono.get(`${COVERS}:album/:size`, async (c) => {
    c.header('Content-Security-Policy', PICTURE_POLICY)
    takeProcessTokens(api, ['addressReads'], { address: addressIn(api, c) }, api.now())
    const { album, size } = c.req.param()
    if (!/^[1-9]\d{0,14}$/.test(album) || !isSize(size)) throw new Refusal(404, 'There is no such cover.')
    const { image, version, isBusy } = await covers.find(Number(album), size, await isMember(api, c))
    if (image === undefined && isBusy) {
      throw new Refusal(503, 'Flipside is busy. Please try again.', 'busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    if (image === undefined) {
      // Unlike a Refusal, cached: lists request the covers of all their albums.
      c.header('Cache-Control', CACHED_ABSENCE)
      return c.text('There is no cover.', 404)
    }
    c.header('Cache-Control', CACHED)
    const etag = `"${album}-${size}-${version}"`
    c.header('ETag', etag)
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    c.header('Content-Type', 'image/webp')
    return c.body(new Uint8Array(image))
  })
}

async function isMember(api: Api, c: RequestContext): Promise<boolean> {
  const token = api.cookie.read(c.req.header('Cookie'))
  return token !== undefined && (await findSession(api.db, token, api.now())) !== undefined
}

const isSize = (size: string): size is CoverSize => Object.hasOwn(COVER_SIDES, size)
