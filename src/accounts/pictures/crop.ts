/** A square in a picture: its position across and down in the available range, and its zoom. */
export interface Crop {
  /** 0 is at the left edge, 1 at the right one. */
  across: number
  /** 0 is at the top, 1 at the bottom. */
  down: number
  /** 1 is the largest square that fits. */
  zoom: number
}

export const wholeCrop: Crop = { across: 0.5, down: 0.5, zoom: 1 }
export const ZOOM_MAX = 5

interface Size {
  width: number
  height: number
}

/** Returns the square in the picture's own pixels, always inside the picture. */
export function cropSquare({ width, height }: Size, { across, down, zoom }: Crop) {
  const side = Math.min(width, height) / Math.min(Math.max(zoom, 1), ZOOM_MAX)
  return {
    x: Math.min(Math.max(across, 0), 1) * (width - side),
    y: Math.min(Math.max(down, 0), 1) * (height - side),
    side,
  }
}

/** Returns the crop after dragging the picture right and down by fractions of the frame's width. */
export function panCrop(picture: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(picture, crop)
  const moveWithin = (at: number, room: number, by: number) =>
    room === 0 ? at : Math.min(Math.max(at - (by * side) / room, 0), 1)
  return {
    ...crop,
    across: moveWithin(crop.across, picture.width - side, right),
    down: moveWithin(crop.down, picture.height - side, down),
  }
}
