import { Children, isValidElement, type ReactNode } from 'react'
import { sleeveArt } from '#src/ui/sleeve-art.ts'
import { drawMotif } from '#src/ui/sleeve-motifs.tsx'
import { type CardContent, type CardFormat, cardSizes } from './card.ts'
import { type CardMark, cardFonts, layoutCard } from './layout-card.ts'

type Canvas2d = CanvasRenderingContext2D

/** Waits until the fonts of a card can be drawn. Without them the system's own are. */
export async function loadCardFonts(): Promise<void> {
  try {
    await Promise.all(cardFonts.map((font) => document.fonts.load(font)))
  } catch (error) {
    console.warn('The font of the card could not be loaded.', error)
  }
}

/**
 * Draws a card. Everything is drawn from data of this device: no picture is loaded, so that the
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

/** Draws the sleeve that `Sleeve` renders, from the same elements. */
function drawSleeve(context: Canvas2d, { x, y, size, artist, title }: Extract<CardMark, { kind: 'sleeve' }>): void {
  const { motif, colours, shift, mirrored } = sleeveArt(artist, title)
  context.save()
  context.beginPath()
  addBox(context, { kind: 'box', x, y, width: size, height: size, fill: '', radius: size * 0.05 })
  context.clip()
  context.translate(x, y)
  context.scale(size / 100, size / 100)
  if (mirrored) context.transform(-1, 0, 0, 1, 100, 0)
  drawElements(context, drawMotif[motif](colours, shift))
  context.restore()
}

interface ShapeProps {
  readonly children?: ReactNode
  readonly fill?: string
  readonly fillRule?: CanvasFillRule
  readonly transform?: string
  readonly d?: string
  readonly x?: string
  readonly y?: string
  readonly width?: string
  readonly height?: string
  readonly cx?: string
  readonly cy?: string
  readonly r?: string
}

/** Draws the elements of a motif: groups, paths, circles and rectangles. */
function drawElements(context: Canvas2d, node: ReactNode): void {
  Children.forEach(node, (element) => {
    if (!isValidElement<ShapeProps>(element)) return
    const { props, type } = element
    if (type === 'path' || type === 'circle' || type === 'rect') {
      context.fillStyle = props.fill ?? '#000'
      context.fill(toPath(type, props), props.fillRule ?? 'nonzero')
      return
    }
    context.save()
    const [, degrees, cx, cy] = /^rotate\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)$/.exec(props.transform ?? '') ?? []
    if (degrees !== undefined) {
      context.translate(Number(cx), Number(cy))
      context.rotate((Number(degrees) * Math.PI) / 180)
      context.translate(-Number(cx), -Number(cy))
    }
    drawElements(context, props.children)
    context.restore()
  })
}

function toPath(type: string, props: ShapeProps): Path2D {
  if (type === 'path') return new Path2D(props.d)
  const path = new Path2D()
  const number = (value: string | undefined) => Number(value ?? 0)
  if (type === 'circle') path.arc(number(props.cx), number(props.cy), number(props.r), 0, 2 * Math.PI)
  else path.rect(number(props.x), number(props.y), number(props.width), number(props.height))
  return path
}
