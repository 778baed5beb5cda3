import { PICTURE_SIDES, type PictureSize, uploadPicture } from '#contract/accounts/pictures.ts'
import { removePicture } from '#contract/accounts/profile.ts'
import { UPLOADED } from '#server/db/pictures.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api } from '#server/http/api.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { PICTURE_POLICY } from '#server/http/headers.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { deletePicture, findPicture, updatePicture } from './store.ts'
import { readPictureForm, UPLOAD_MAX_BYTES } from './upload.ts'

/** Registers the routes for uploading, removing and serving members' pictures. */
export function pictureRoutes(api: Api): void {
  route(api, uploadPicture, {
    async prepare({ member, body }) {
      const { bytes, contentType } = await body.read(UPLOAD_MAX_BYTES)
      return readPictureForm(bytes, contentType, member.id)
    },
    fingerprint: ({ hash }) => hash,
    async handle({ tx, member, prepared: pictures }) {
      await updatePicture(tx, member.id, pictures)
    },
  })

  route(api, removePicture, ({ tx, member }) => deletePicture(tx, member.id))

  serveRoute(api)
}

/**
 * The content at a URL never changes, so that a longer time would be correct. But until this time
 * has passed, caches show removed pictures, and blocked members can open them.
 */
const CACHED = 'public, max-age=86400'

function serveRoute(api: Api): void {
  const { hono, db } = api
  hono.get(`${UPLOADED}:hash/:size`, async (c) => {
    c.header('Content-Security-Policy', PICTURE_POLICY)
    takeProcessTokens(api, ['addressReads'], { address: addressIn(api, c) }, api.now())
    const { hash, size } = c.req.param()
    const picture = isSize(size) ? await findPicture(db, hash, size) : undefined
    if (picture === undefined) throw new Refusal(404, 'There is no such picture.')
    c.header('Cache-Control', CACHED)
    const etag = `"${hash}-${size}"`
    c.header('ETag', etag)
    // Pages from other origins fetch it with CORS: otherwise the response is opaque, and a cache
    // counts more than its true size.
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'same-origin')
    if (matchesEtag(c.req.header('If-None-Match'), etag)) return c.body(null, 304)
    c.header('Content-Type', picture.type)
    return c.body(new Uint8Array(picture.bytes))
  })
}

const isSize = (size: string): size is PictureSize => Object.hasOwn(PICTURE_SIDES, size)
