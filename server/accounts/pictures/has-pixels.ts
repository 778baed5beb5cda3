import { isJpegComplete } from './jpeg-structure.ts'
import type { PictureFile } from './picture-file.ts'
import { hasPngPixels } from './png-pixels.ts'
import { isWebpComplete } from './webp-structure.ts'

/**
 * Returns whether a picture from `readPicture` can be decoded, as far as it can be checked without
 * a decoder: inflates and counts a PNG's pixels; checks tables, headers and lengths in a JPEG or
 * WebP, not the coded data. Call it only after limiting the width and the height.
 */
export function hasPixels({ type, bytes }: PictureFile): Promise<boolean> | boolean {
  if (type === 'image/png') return hasPngPixels(bytes)
  return type === 'image/jpeg' ? isJpegComplete(bytes) : isWebpComplete(bytes)
}
