import sharp, { type Metadata } from 'sharp'
import { Gate } from '#server/db/gate.ts'

const PIXELS_MAX = 16_000_000
const QUALITY = 80

// One image on one thread: requests have precedence.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes one image at a time: an interlaced one takes 150 MB, and a thread of the pool that also
 * hashes passwords.
 */
const decoding = new Gate(1)
/** Each takes up to 60 ms in the largest size. */
const WAITING_MAX = 16

/** Returns whether so many images wait that another one should be sent later. */
export const isEncoderBusy = (): boolean => decoding.waiting >= WAITING_MAX

const SIGNATURES: readonly (readonly [offset: number, bytes: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG\r\n\x1a\n'],
  [0, 'GIF8'],
  [8, 'WEBP'],
]

/**
 * Returns whether the file is a JPEG, PNG, GIF or WebP: no other decoder reads a file from
 * elsewhere.
 */
const isPicture = (file: Buffer): boolean =>
  SIGNATURES.some(([offset, bytes]) => file.toString('latin1', offset, offset + bytes.length) === bytes)

/** Returns what the header of a JPEG, PNG, GIF or WebP states; undefined for any other file. */
export async function readFormat(file: Buffer): Promise<Metadata | undefined> {
  return isPicture(file)
    ? sharp(file)
        .metadata()
        .catch(() => undefined)
    : undefined
}

/**
 * Decodes an image and encodes it as a square in WebP, cut around its center, without metadata.
 * Returns undefined for a file that is no image, or an image that is too large.
 */
export async function encodeSquare(file: Buffer, side: number, quality = QUALITY): Promise<Buffer | undefined> {
  if (!isPicture(file)) return undefined
  try {
    return await decoding.run(() =>
      sharp(file, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
        .rotate()
        .resize(side, side, { fit: 'cover' })
        .webp({ quality })
        .toBuffer(),
    )
  } catch {
    // sharp throws plain errors, for broken and for too large images alike.
    return undefined
  }
}
