import { isJpegComplete } from './jpeg-structure.ts'
import type { PictureFile } from './picture-file.ts'
import { hasPngPixels } from './png-pixels.ts'
import { isWebpComplete } from './webp-structure.ts'

/**
 * Whether a picture that `readPicture` has read can be shown, as far as that is known without a decoder of its own: the pixels of a
 * PNG are inflated and counted; of a JPEG and a WebP the tables, headers and lengths are checked, not the coded data. Call it only
 * when the width and the height are known to be small.
 */
export function hasPixels({ type, bytes }: PictureFile): Promise<boolean> | boolean {
  if (type === 'image/png') return hasPngPixels(bytes)
  return type === 'image/jpeg' ? isJpegComplete(bytes) : isWebpComplete(bytes)
}
