import { createHash } from 'node:crypto'
import { PICTURE_MAX_BYTES, PICTURE_SIDES, PICTURE_TYPES, type PictureSize } from '#contract/accounts/pictures.ts'
import { createBusyRefusal, Refusal } from '#server/http/refusal.ts'
import { encodeSquare, isEncoderBusy, readFormat } from './encode-square.ts'

export interface PictureSet {
  /** The hash over the uploaded bytes and the member. */
  readonly hash: string
  /** Each size as WebP. */
  readonly files: ReadonlyMap<PictureSize, Buffer>
}

/** Room for the parts' boundaries and headers. */
const FORM_MAX_BYTES = 4096
export const UPLOAD_MAX_BYTES = Object.keys(PICTURE_SIDES).length * PICTURE_MAX_BYTES + FORM_MAX_BYTES

/** Reads an upload form. Throws a Refusal 400 or 413 that names the invalid part, or 503. */
export async function readPictureForm(
  body: Buffer,
  contentType: string | undefined,
  memberId: number,
): Promise<PictureSet> {
  const form = await readForm(body, contentType)
  // Includes the member, so that removing a picture does not affect another member with the same one.
  const hash = createHash('sha256').update(`member ${memberId}`)
  const files = new Map<PictureSize, Buffer>()
  for (const [size, side] of Object.entries(PICTURE_SIDES)) {
    const file = await readPart(form.getAll(size), size)
    hash.update(`\n${size} ${file.length}\n`).update(file)
    // PICTURE_SIDES has the sizes as keys.
    files.set(size as PictureSize, await encodePart(file, size, side))
  }
  return { hash: hash.digest('base64url').slice(0, 22), files }
}

async function readForm(body: Buffer, contentType: string | undefined): Promise<FormData> {
  const isForm = /^multipart\/form-data\b/i.test(contentType ?? '')
  if (!isForm) throw new Refusal(400, 'A picture must be sent as multipart/form-data.')
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } }).formData()
  } catch (error) {
    const refusal = new Refusal(400, 'The form with the picture is not complete.')
    refusal.cause = error
    throw refusal
  }
}

async function readPart(parts: readonly FormDataEntryValue[], size: string): Promise<Buffer> {
  const [part] = parts
  if (parts.length !== 1 || !(part instanceof Blob)) throw new Refusal(400, `${size} must be one file.`)
  if (part.size > PICTURE_MAX_BYTES) throw new Refusal(413, `${size} must be at most 100 kB.`, 'too_long')
  return Buffer.from(await part.arrayBuffer())
}

/** Tried in turn until the result is short enough: most pictures need only the first. */
const QUALITIES = [90, 60, 20]
const RETRY_AFTER_S = 5

/**
 * Decodes a picture and encodes its pixels again, so that nothing else of the file is stored: no
 * location, no profile, no other file behind it.
 */
async function encodePart(file: Buffer, size: string, side: number): Promise<Buffer> {
  const { format, width, height, pages = 1 } = (await readFormat(file)) ?? {}
  if (!PICTURE_TYPES.some((type) => type === `image/${format}`) || pages > 1)
    throw new Refusal(400, `${size} must be a JPEG, PNG or WebP picture that does not move.`)
  if (width !== side || height !== side) throw new Refusal(400, `${size} must be ${side} pixels wide and high.`)
  if (isEncoderBusy()) throw createBusyRefusal(RETRY_AFTER_S)
  for (const quality of QUALITIES) {
    const encoded = await encodeSquare(file, side, quality)
    if (encoded === undefined) throw new Refusal(400, `${size} is broken: its pixels cannot be read.`)
    if (encoded.length <= PICTURE_MAX_BYTES) return encoded
  }
  throw new Refusal(413, `${size} must be at most 100 kB.`, 'too_long')
}
