import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { drawSleeve as listShapes } from '#contract/art/sleeve-motifs.ts'
import { type CardContent, type CardFormat, cardSizes } from './card.ts'
import { type CardMark, cardFonts, layoutCard } from './layout-card.ts'

type Canvas2d = CanvasRenderingContext2D

/** Waits until the card fonts can be drawn. Without them the system's own are. */
export async function loadCardFonts(): Promise<void> {
  try {
    await Promise.all(cardFonts.map((font) => document.fonts.load(font)))
  } catch (error) {
    console.warn('The font of the card could not be loaded.', error)
  }
}

/**
 * Draws a card. Everything is drawn from this device's data: no picture is loaded, so that the
 * canvas can be exported.
 */
export function drawCard(canvas: HTMLCanvasElement, content: CardContent, format: CardFormat): void {
  Object.assign(canvas, cardSizes[format])
  const context = canvas.getContext('2d')
  if (context === null) return
  const measure = (text: string, font: string) => {
    context.font = font
    return context.measureText(text).width
  }
  for (const mark of layoutCard(content, format, measure)) drawMark(context, mark)
}

function drawMark(context: Canvas2d, mark: CardMark): void {
  if (mark.kind === 'sleeve') return drawSleeve(context, mark)
  if (mark.kind === 'text') {
    context.font = mark.font
    context.fillStyle = mark.fill
    context.textAlign = mark.align
    context.fillText(mark.text, mark.x, mark.y)
    return
  }
  context.beginPath()
  if (mark.kind === 'box') addBox(context, mark)
  else context.arc(mark.x, mark.y, mark.radius, 0, 2 * Math.PI)
  if (mark.kind === 'ring') {
    context.strokeStyle = mark.stroke
    context.lineWidth = mark.width
    context.stroke()
  } else {
    context.fillStyle = mark.fill
    context.fill()
  }
}

/** Browsers before 2023 have no rounded rectangles. */
function addBox(context: Canvas2d, { x, y, width, height, radius }: Extract<CardMark, { kind: 'box' }>): void {
  if (radius > 0 && 'roundRect' in context) context.roundRect(x, y, width, height, radius)
  else context.rect(x, y, width, height)
}

/** Draws the sleeve that `Sleeve` renders, from the same shapes. */
function drawSleeve(context: Canvas2d, { x, y, size, artist, title }: Extract<CardMark, { kind: 'sleeve' }>): void {
  const art = sleeveArt(artist, title)
  context.save()
  context.beginPath()
  addBox(context, { kind: 'box', x, y, width: size, height: size, fill: '', radius: size * 0.05 })
  context.clip()
  context.translate(x, y)
  context.scale(size / 100, size / 100)
  if (art.mirrored) context.transform(-1, 0, 0, 1, 100, 0)
  for (const [d, fill, degrees = 0] of listShapes(art)) {
    context.save()
    context.translate(50, 50)
    context.rotate((degrees * Math.PI) / 180)
    context.translate(-50, -50)
    context.fillStyle = fill
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    context.fill(new Path2D(d), 'evenodd')
    context.restore()
  }
  context.restore()
}
