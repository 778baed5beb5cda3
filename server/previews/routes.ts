import { findPicture } from '#server/accounts/index.ts'
import { readFromStandby } from '#server/db/standby.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { PICTURE_POLICY } from '#server/http/headers.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createPageHeads, type FindPageHead } from './page-heads.ts'
import { type TargetKind, targetKinds, toTarget } from './page-target.ts'
import { toPictureVersion } from './picture-version.ts'
import { PictureCache } from './pictures.ts'
import type { Drawing } from './preview.ts'
import { Previews } from './previews.ts'

/** The address changes with the picture, but a member may become private or leave. */
const CACHED = 'public, max-age=86400'
/** For an earlier picture's address, or without a version. */
const CACHED_BRIEFLY = 'public, max-age=300'

/** Registers the route for pictures. Returns the function that finds a page's head. */
export function previewRoutes(api: Api): FindPageHead {
  const previews = new Previews(api)
  const pictures = new PictureCache()
  api.hono.get('/og/:kind/:file', (c) => respondWithPicture(api, previews, pictures, c))
  return createPageHeads(api, previews)
}

async function respondWithPicture(
  api: Api,
  previews: Previews,
  pictures: PictureCache,
  c: RequestContext,
): Promise<Response> {
  takeProcessTokens(api, ['addressReads'], { address: addressIn(api, c) }, api.now())
  const target = parsePicture(c.req.path)
  if (target === undefined || api.config.apiHost !== null) throw new Refusal(404, 'There is no such page.')
  const preview = await previews.get(target)
  const version = toPictureVersion(preview.drawing)
  const etag = `"${version}"`
  const headers = {
    'Content-Security-Policy': PICTURE_POLICY,
    'Cache-Control': c.req.query('v') === version ? CACHED : CACHED_BRIEFLY,
    ETag: etag,
    ...(preview.isHiddenFromSearch && { 'X-Robots-Tag': 'noindex' }),
  }
  if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
  const picture = await pictures.find(etag, () => draw(api, preview.drawing))
  return c.body(new Uint8Array(picture), 200, { ...headers, 'Content-Type': 'image/png' })
}

/** Imports sharp with the first picture: starts and most processes draw none. */
async function draw(api: Api, drawing: Drawing): Promise<Buffer> {
  const picture = drawing.layout === 'member' ? drawing.picture : null
  const uploaded = picture === null ? undefined : await readFromStandby(api, 0, (db) => findPicture(db, picture, 'xl'))
  const { drawPicture } = await import('./picture/draw-picture.ts')
  return drawPicture(drawing, uploaded?.bytes)
}

/** Returns the page for a picture's path: `/og/profile/ada.png`. */
function parsePicture(path: string) {
  const [, kind = '', text = ''] = /^\/og\/([a-z]+)\/([^/]{1,2000})\.png$/.exec(path) ?? []
  return isKind(kind) ? toTarget(kind, text) : undefined
}

const isKind = (kind: string): kind is TargetKind => (targetKinds as readonly string[]).includes(kind)
