import { getOfflineCopy, getOfflinePictures } from '#contract/downloads/offline-copy.ts'
import { listPictures } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { getCopy } from './read-batch.ts'

/** The maximum total size for the pictures in one response, in bytes before base64. */
const PICTURES_MAX_BYTES = 1_000_000

/**
 * Registers the batched reads for offline use. In a separate module because they read from every
 * domain.
 */
export function offlineCopyRoutes(api: Api): void {
  route(api, getOfflineCopy, ({ member, db, now }) => getCopy(db, member, now))

  route(api, getOfflinePictures, async ({ query, db }) => {
    const pictures = await listPictures(db, query.pictures, 'med', PICTURES_MAX_BYTES)
    return { pictures: pictures.map(({ path, type, bytes }) => ({ path, type, data: bytes.toString('base64') })) }
  })
}
