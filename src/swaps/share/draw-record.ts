import { vinyl } from '#contract/art/colours.ts'

interface Place {
  x: number
  y: number
  /** The sleeve size, in px. */
  size: number
}

/** Draws a sleeve with its record half out. */
export async function drawRecord(context: CanvasRenderingContext2D, sleeve: SVGElement, { x, y, size }: Place) {
  const radius = size * 0.46
  const centre = { x: x + size * 1.33 - radius, y: y + size / 2 }
  disc(context, centre, radius, vinyl.disc)
  context.strokeStyle = vinyl.groove
  context.lineWidth = 2
  for (const part of [0.9, 0.8, 0.7, 0.6, 0.5]) {
    context.beginPath()
    context.arc(centre.x, centre.y, radius * part, 0, 2 * Math.PI)
    context.stroke()
  }
  disc(context, centre, radius * 0.34, vinyl.label)
  disc(context, centre, radius * 0.06, vinyl.hole)
  const picture = await toImage(sleeve)
  context.save()
  context.beginPath()
  context.roundRect(x, y, size, size, size * 0.1)
  context.clip()
  context.drawImage(picture, x, y, size, size)
  context.restore()
}

function disc(context: CanvasRenderingContext2D, centre: { x: number; y: number }, radius: number, colour: string) {
  context.fillStyle = colour
  context.beginPath()
  context.arc(centre.x, centre.y, radius, 0, 2 * Math.PI)
  context.fill()
}

const PIXELS = 400

/**
 * Returns the rendered sleeve as an image: the SVG contains its own colours, so nothing is fetched.
 */
async function toImage(sleeve: SVGElement): Promise<HTMLImageElement> {
  const copy = sleeve.cloneNode(true) as SVGElement // a clone is of the same kind
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(PIXELS))
  copy.setAttribute('height', String(PIXELS))
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await picture.decode()
  return picture
}
