import { COVER_SIDES, COVERS, type CoverSize } from '#contract/listening/covers.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { PICTURE_POLICY } from '#server/http/headers.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { createBusyRefusal, Refusal } from '#server/http/refusal.ts'
import { findViewerId } from '#server/http/request.ts'
import { toUserAgent } from '#server/http/user-agent.ts'
import { isAlbumOpenTo } from '../catalogue/open-music.ts'
import { createCovers } from './covers.ts'

// Not by proxies: an album may be open to some members only.
const CACHED = 'private, max-age=604800'
/** A missing cover may be added to the archive, and a failed request is repeated. */
const CACHED_ABSENCE = 'private, max-age=3600'
const RETRY_AFTER_SECONDS = 30

/**
 * Registers the route for album covers that the viewer may see. Anyone reads cached ones; only a
 * member's request makes the server request the archive. Without COVER_ART there is no route.
 */
export function coverRoutes(api: Api): void {
  if (api.config.covers === null) return
  const covers = createCovers(api, api.config.covers, toUserAgent(api.config))
  api.hono.get(`${COVERS}:album/:size`, async (c) => {
    c.header('Content-Security-Policy', PICTURE_POLICY)
    takeProcessTokens(api, ['addressReads'], { address: addressIn(api, c) }, api.now())
    const { album, size } = c.req.param()
    if (!/^[1-9]\d{0,14}$/.test(album) || !isSize(size)) throw new Refusal(404, 'There is no such cover.')
    const viewer = await findViewerId(api, c)
    const isOpen = await isAlbumOpenTo(api.db, Number(album), viewer, api.now())
    const { image, version, isBusy } = isOpen ? await covers.find(Number(album), size, viewer !== null) : NO_COVER
    if (image === undefined && isBusy) throw createBusyRefusal(RETRY_AFTER_SECONDS)
    if (image === undefined) {
      // Unlike a Refusal, cached: lists request the covers for all their albums.
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

const NO_COVER = { image: undefined, version: 0, isBusy: false }

const isSize = (size: string): size is CoverSize => Object.hasOwn(COVER_SIDES, size)
