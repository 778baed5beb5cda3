import { RECORD_REACH } from '#contract/art/shapes.ts'
import { type PictureMark, type PictureText, pictureFonts } from '#src/ui/draw-picture.ts'
import { dark } from '#src/ui/palette.ts'
import type { Half } from '../status.ts'

export const resultSize = { width: 1080, height: 1350 }
const MARGIN = 72
const CARD = { top: 330, height: 400, gap: 40, pad: 48, radius: 56 }
const WIDTH = resultSize.width - 2 * MARGIN
const { display, body } = pictureFonts

const line = (y: number, text: string, font: string, fill: string): PictureText => ({
  kind: 'text',
  x: MARGIN,
  y,
  text,
  font,
  fill,
  width: WIDTH,
})

/** Arranges the results of a swap: the track of each side, and the swag that it has earned. */
export const layoutResult = (subtitle: string, a: Half, b: Half): readonly PictureMark[] => [
  { kind: 'box', x: 0, y: 0, ...resultSize, fill: dark.surface.ground },
  line(190, 'Track Swap Results', display(84, 700), dark.text.main),
  line(256, subtitle, body(36), dark.text.quiet),
  ...layoutSide('a', a, b.reaction),
  ...layoutSide('b', b, a.reaction),
  line(resultSize.height - 70, 'Flipside', display(48, 700), dark.text.quiet),
]

function layoutSide(side: 'a' | 'b', { user, track }: Half, earned: number | null): readonly PictureMark[] {
  if (!track) return []
  const { tint, text } = dark.side[side]
  const y = CARD.top + (side === 'a' ? 0 : CARD.height + CARD.gap)
  const size = CARD.height - 2 * CARD.pad
  const x = MARGIN + size * RECORD_REACH + 2 * CARD.pad
  const beside = (down: number, ...rest: [text: string, font: string, fill: string]) => ({
    ...line(y + down, ...rest),
    x,
    width: MARGIN + WIDTH - x - CARD.pad / 2,
  })
  const { name: title, artist } = track
  return [
    { kind: 'box', x: MARGIN, y, width: WIDTH, height: CARD.height, fill: tint, radius: CARD.radius },
    { kind: 'record', x: MARGIN + CARD.pad, y: y + CARD.pad, size, artist, title },
    beside(120, `SIDE ${side.toUpperCase()} · ${user}`, body(32, 700), text),
    beside(190, title, display(54, 700), dark.text.main),
    beside(244, artist, body(34), dark.text.quietOnTint),
    beside(318, `+${earned ?? 0} swag`, display(58, 700), dark.swag.text),
  ]
}
