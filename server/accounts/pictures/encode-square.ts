import sharp, { type Metadata } from 'sharp'

const PIXELS_MAX = 16_000_000
const QUALITY = 80

// One image on one thread: requests have precedence.
sharp.concurrency(1)
sharp.cache(false)

/** Ends with the image that is being decoded. */
let decoding: Promise<unknown> = Promise.resolve()

/**
 * Decodes one image at a time: an interlaced one takes 150 MB, and a thread of the pool that also
 * hashes passwords. A failure ends its turn.
 */
function decodeInTurn<T>(decode: () => Promise<T>): Promise<T> {
  const result = decoding.then(decode)
  decoding = result.catch(() => undefined)
  return result
}

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
    return await decodeInTurn(() =>
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
