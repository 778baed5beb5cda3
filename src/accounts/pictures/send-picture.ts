import { type PictureSize, uploadPicture } from '#contract/accounts/pictures.ts'
import { Refused } from '#src/api/errors.ts'
import { upload } from '#src/api/upload.ts'
import { uuid } from '#src/offline/device/uuid.ts'

/** Sent at once: a picture is never queued in an outbox. Throws as `call` does. */
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
    throw new Refused(error.status, '', { sentence: 'This server does not store pictures.' })
  }
}

/** Statuses with which a host responds to an unknown path. */
const LACKING = [404, 405, 501]
