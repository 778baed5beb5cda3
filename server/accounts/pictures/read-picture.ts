import { readJpeg } from './jpeg.ts'
import type { PictureFile } from './picture-file.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

const SHORTEST = 30

/**
 * Reads a picture by its content, ignoring its file name. Removes metadata instead of rejecting it:
 * some browsers (WebKit) write Exif into every picture from a canvas, and removing it copies bytes
 * without decoding. Returns undefined unless the file is a still JPEG, PNG or WebP.
 */
export function readPicture(file: Buffer): PictureFile | undefined {
  if (file.length < SHORTEST) return undefined
  if (file.readUInt16BE(0) === 0xffd8) return readJpeg(file)
  if (file.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return readPng(file)
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? readWebp(file) : undefined
}
