import { type PictureSize, uploadPicture } from '#contract/accounts/pictures.ts'
import { Refused } from '#src/api/errors.ts'
import { upload } from '#src/api/upload.ts'
import { uuid } from '#src/offline/device/uuid.ts'

/** Sends one's own picture in all sizes, at once: a picture never waits in an outbox. Throws as `call` does, also when `stopped` is aborted. */
export async function sendPicture(
  user: string,
  sizes: Readonly<Record<PictureSize, Blob>>,
  stopped: AbortSignal,
): Promise<void> {
  const body = new FormData()
  for (const [size, blob] of Object.entries(sizes)) body.append(size, blob, `${size}.jpg`)
  try {
    await upload(uploadPicture, { user, client_id: uuid() }, body, stopped)
  } catch (error) {
    if (!(error instanceof Refused) || !LACKING.includes(error.status)) throw error
    throw new Refused(error.status, '', { sentence: 'This server keeps no pictures.' })
  }
}

/** How a host says that it does not know a path. */
const LACKING = [404, 405, 501]
