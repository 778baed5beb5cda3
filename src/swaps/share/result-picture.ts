import { dark } from '#src/ui/palette.ts'
import { drawRecord } from './draw-record.ts'

/** One side in the picture. */
export interface PictureSide {
  /** 'SIDE A · mirelle' */
  heading: string
  title: string
  artist: string
  /** '+4 swag' */
  swag: string
  /** The rendered sleeve in the page. */
  sleeve: SVGElement
  colour: string
  tint: string
}

const WIDTH = 1080
const HEIGHT = 1350
const MARGIN = 72
const CARD = { top: 330, height: 400, gap: 40, pad: 48, radius: 56 }
const DISPLAY = "'Bricolage Grotesque Variable', 'Bricolage Grotesque', sans-serif"

/** Draws a result as a 1080 by 1350 PNG, on this device. Throws if the browser can't. */
export async function drawResult(subtitle: string, sides: readonly PictureSide[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  await document.fonts.load(`700 64px ${DISPLAY}`)
  context.fillStyle = dark.surface.ground
  context.fillRect(0, 0, WIDTH, HEIGHT)
  write(context, 'Track Swap Results', { x: MARGIN, y: 190, font: `700 84px ${DISPLAY}`, colour: dark.text.main })
  write(context, subtitle, { x: MARGIN, y: 256, font: '36px system-ui, sans-serif', colour: dark.text.quiet })
  for (const [index, side] of sides.entries())
    await drawSide(context, side, CARD.top + index * (CARD.height + CARD.gap))
  write(context, 'Flipside', { x: MARGIN, y: HEIGHT - 70, font: `700 48px ${DISPLAY}`, colour: dark.text.quiet })
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('This browser draws no pictures.'))), 'image/png')
  })
}

async function drawSide(context: CanvasRenderingContext2D, side: PictureSide, top: number) {
  const size = CARD.height - 2 * CARD.pad
  context.fillStyle = side.tint
  context.beginPath()
  context.roundRect(MARGIN, top, WIDTH - 2 * MARGIN, CARD.height, CARD.radius)
  context.fill()
  await drawRecord(context, side.sleeve, { x: MARGIN + CARD.pad, y: top + CARD.pad, size })
  const x = MARGIN + CARD.pad + size * 1.33 + CARD.pad
  const toLine = (y: number, font: string, colour: string) => ({ x, y: top + y, font, colour })
  write(context, side.heading, toLine(120, '700 32px system-ui, sans-serif', side.colour))
  write(context, side.title, toLine(190, `700 54px ${DISPLAY}`, dark.text.main))
  write(context, side.artist, toLine(244, '34px system-ui, sans-serif', dark.text.quietOnTint))
  write(context, side.swag, toLine(318, `700 58px ${DISPLAY}`, dark.swag.text))
}

interface Line {
  x: number
  y: number
  font: string
  colour: string
}

/** Writes one line, truncated with an ellipsis at the picture's edge. */
function write(context: CanvasRenderingContext2D, text: string, { x, y, font, colour }: Line) {
  context.font = font
  context.fillStyle = colour
  const room = WIDTH - MARGIN - x - (x > MARGIN ? CARD.pad / 2 : 0)
  let shown = text
  while (shown !== '' && context.measureText(shown === text ? text : `${shown}…`).width > room)
    shown = Array.from(shown).slice(0, -1).join('')
  context.fillText(shown === text ? text : `${shown.trimEnd()}…`, x, y)
}
