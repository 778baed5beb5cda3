import { PICTURE_MAX_BYTES, PICTURE_SIDES, type PictureSize } from '#contract/accounts/pictures.ts'
import { type Crop, cropSquare } from './crop.ts'

const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4] as const

/** The picture can't be read on this device, or can't be made small enough. */
export class UnfitPicture extends Error {
  override readonly name = 'UnfitPicture'
}

/** Reads a chosen file, upright according to its EXIF orientation. Throws `UnfitPicture`. */
export async function decodePicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new UnfitPicture("This device can't read this file as a picture.", { cause })
  }
}

/** Leaves out the file's metadata, such as the location. Throws `UnfitPicture`. */
export async function encodePicture(picture: ImageBitmap, crop: Crop): Promise<Record<PictureSize, Blob>> {
  const [sm, med, lg, xl] = await Promise.all([
    encodeSize(picture, crop, PICTURE_SIDES.sm),
    encodeSize(picture, crop, PICTURE_SIDES.med),
    encodeSize(picture, crop, PICTURE_SIDES.lg),
    encodeSize(picture, crop, PICTURE_SIDES.xl),
  ])
  return { sm, med, lg, xl }
}

async function encodeSize(picture: ImageBitmap, crop: Crop, px: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = px
  canvas.height = px
  drawCrop(canvas, picture, crop)
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob && blob.size <= PICTURE_MAX_BYTES) return blob
  }
  throw new UnfitPicture('This picture is too large.')
}

/** Fills a canvas with the square. Transparent pixels become white: JPEG has no transparency. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const { x, y, side } = cropSquare(picture, crop)
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
}
