import { type InflateRaw, inflate, type ZlibOptions } from 'node:zlib'
import type { PictureFile } from './picture-file.ts'

/** The longest pixel: four samples of 16 bits. */
const PIXEL_MAX_BYTES = 8

/**
 * Returns whether a picture from `readPicture` can be decoded, and a PNG has nothing behind its
 * pixels. Call it only after limiting the width and the height.
 */
export async function hasPixels({ type, width, height, bytes }: PictureFile): Promise<boolean> {
  // Imported with the first picture: most processes decode none.
  const { default: sharp } = await import('sharp')
  try {
    await sharp(bytes, { limitInputPixels: width * height }).stats()
  } catch {
    return false
  }
  return type !== 'image/png' || isOneStream(readPngData(bytes), height * (1 + width * PIXEL_MAX_BYTES))
}

function readPngData(file: Buffer): Buffer {
  const data: Buffer[] = []
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  return Buffer.concat(data)
}

/** Returns whether data are one zlib stream to their end, which inflates to at most `maxBytes`. */
function isOneStream(data: Buffer, maxBytes: number): Promise<boolean> {
  const options: ZlibOptions = { maxOutputLength: maxBytes, info: true }
  return new Promise((resolve) => {
    inflate(data, options, (error, result) => {
      // With `info` the result is an object, which the types do not declare.
      const { engine } = (result ?? {}) as unknown as { engine?: InflateRaw }
      resolve(error === null && engine?.bytesWritten === data.length)
    })
  })
}
