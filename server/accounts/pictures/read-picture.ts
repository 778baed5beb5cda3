import { readJpeg } from './jpeg.ts'
import type { PictureFile } from './picture-file.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

const SHORTEST = 30

/**
 * Reads a picture by what it is, not by what it is called. Notes inside are left out rather than refused: some browsers write
 * Exif into all that a canvas gives (WebKit does), and taking them out copies bytes without decoding. Undefined for
 * what is no JPEG, PNG or WebP that stands still.
 */
export function readPicture(file: Buffer): PictureFile | undefined {
  if (file.length < SHORTEST) return undefined
  if (file.readUInt16BE(0) === 0xffd8) return readJpeg(file)
  if (file.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return readPng(file)
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? readWebp(file) : undefined
}
