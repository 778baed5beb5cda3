import { createHash } from 'node:crypto'
import { PICTURE_MAX_BYTES, PICTURE_SIDES, type PictureSize } from '#contract/accounts/pictures.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hasPixels } from './has-pixels.ts'
import type { PictureFile } from './picture-file.ts'
import { readPicture } from './read-picture.ts'

export interface PictureSet {
  /** The hash over the bytes and the member. */
  readonly hash: string
  readonly files: ReadonlyMap<PictureSize, PictureFile>
}

/** Room for the parts' boundaries and headers. */
const FORM_MAX_BYTES = 4096
export const UPLOAD_MAX_BYTES = Object.keys(PICTURE_SIDES).length * PICTURE_MAX_BYTES + FORM_MAX_BYTES

/** Reads an upload form. Throws a Refusal 400 or 413 that names the invalid part. */
export async function readPictureForm(
  body: Buffer,
  contentType: string | undefined,
  memberId: number,
): Promise<PictureSet> {
  const form = await readForm(body, contentType)
  const files = new Map<PictureSize, PictureFile>()
  for (const [size, side] of Object.entries(PICTURE_SIDES)) {
    // PICTURE_SIDES has the sizes as keys.
    files.set(size as PictureSize, await readPart(form.getAll(size), size, side))
  }
  return { hash: hashPicture(memberId, files), files }
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

async function readPart(parts: readonly FormDataEntryValue[], size: string, side: number): Promise<PictureFile> {
  const [part] = parts
  if (parts.length !== 1 || !(part instanceof Blob)) throw new Refusal(400, `${size} must be one file.`)
  if (part.size > PICTURE_MAX_BYTES) throw new Refusal(413, `${size} must be at most 100 kB.`, 'too_long')
  const file = readPicture(Buffer.from(await part.arrayBuffer()))
  if (file === undefined) throw new Refusal(400, `${size} must be a JPEG, PNG or WebP picture that does not move.`)
  if (file.width !== side || file.height !== side) {
    throw new Refusal(400, `${size} must be ${side} pixels wide and high.`)
  }
  if (!(await hasPixels(file))) throw new Refusal(400, `${size} is broken: its pixels cannot be read.`)
  return file
}

/**
 * Includes the member, so that removing a picture does not affect another member with the same one.
 */
function hashPicture(memberId: number, files: ReadonlyMap<PictureSize, PictureFile>): string {
  const hash = createHash('sha256').update(`member ${memberId}`)
  for (const [size, { type, bytes }] of files) hash.update(`\n${size} ${type} ${bytes.length}\n`).update(bytes)
  return hash.digest('base64url').slice(0, 22)
}
