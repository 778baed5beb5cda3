import { brand, ground } from '#src/ui/brand.ts'
import { type PictureMark, type PictureText, pictureFonts } from '#src/ui/draw-picture.ts'
import { dark } from '#src/ui/palette.ts'
import { type CardContent, type CardFormat, cardSizes } from './card.ts'

const { display, body } = pictureFonts
const EDGE = 80
/** The centre of the record is at the edge of the sleeve. */
const HALF_OUT = 1.46
const { text, swag } = dark
const QUIET = text.quiet

/** A line of text with what it does not need to say. */
type Line = Omit<PictureText, 'kind' | 'x' | 'fill'> & Partial<Pick<PictureText, 'x' | 'fill'>>

const toText = (line: Line): PictureText => ({ kind: 'text', x: EDGE, fill: text.main, ...line })

export function layoutCard(content: CardContent, format: CardFormat): PictureMark[] {
  const { width, height } = cardSizes[format]
  const inner = width - 2 * EDGE
  const isStory = format === 'story'
  const at = isStory ? STORY : SQUARE
  const foot = height - 56
  return [
    { kind: 'box', x: 0, y: 0, width, height, fill: ground.dark },
    toText({ y: at.brand, text: 'Flipside', font: display(44), fill: brand.a, width: 400 }),
    toText({
      x: width - EDGE,
      y: at.brand,
      text: content.member,
      font: body(36),
      fill: QUIET,
      width: 460,
      align: 'right',
    }),
    toText({ y: at.title, text: content.title, font: display(at.titleSize), width: inner }),
    toText({ y: at.period, text: content.period, font: body(40), fill: QUIET, width: inner }),
    ...layoutRecord(content, at),
    ...layoutTrack(content, at),
    ...layoutFigures(content, at),
    ...layoutArtists(content, at, inner),
    ...layoutBars(content.bars, { x: EDGE, y: at.bars, width: inner, height: at.barsHeight }),
    toText({
      x: width - EDGE,
      y: foot,
      text: content.host,
      font: body(32),
      fill: QUIET,
      width: inner - 440,
      align: 'right',
    }),
    toText({ y: foot, text: 'Two sides to every track', font: body(32), fill: QUIET, width: 420 }),
  ]
}

interface Places {
  readonly brand: number
  readonly title: number
  readonly titleSize: number
  readonly period: number
  readonly sleeve: { readonly x: number; readonly y: number; readonly size: number }
  readonly track: { readonly x: number; readonly y: number; readonly width: number }
  readonly figures: {
    readonly x: number
    readonly y: number
    readonly across: number
    readonly columns: number
    readonly down: number
  }
  readonly artists: { readonly y: number; readonly rows: number; readonly height: number }
  readonly bars: number
  readonly barsHeight: number
}

const STORY: Places = {
  brand: 128,
  title: 252,
  titleSize: 104,
  period: 316,
  sleeve: { x: EDGE, y: 380, size: 540 },
  track: { x: EDGE, y: 984, width: 920 },
  figures: { x: EDGE, y: 1200, across: 240, columns: 4, down: 0 },
  artists: { y: 1290, rows: 4, height: 98 },
  bars: 1706,
  barsHeight: 90,
}

const SQUARE: Places = {
  brand: 96,
  title: 190,
  titleSize: 76,
  period: 244,
  sleeve: { x: EDGE, y: 286, size: 340 },
  track: { x: 640, y: 322, width: 360 },
  figures: { x: 640, y: 510, across: 200, columns: 2, down: 112 },
  artists: { y: 664, rows: 3, height: 82 },
  bars: 928,
  barsHeight: 52,
}

const layoutRecord = ({ track }: CardContent, { sleeve }: Places): PictureMark[] =>
  track === undefined ? [] : [{ kind: 'record', ...sleeve, ...track, reach: HALF_OUT }]

function layoutTrack({ track }: CardContent, { track: { x, y, width } }: Places): PictureMark[] {
  if (track === undefined) return []
  const isNarrow = width < 500
  return [
    toText({ x, y, text: 'Top track', font: body(30, 600), fill: brand.b, width }),
    toText({ x, y: y + 62, text: track.title, font: display(isNarrow ? 44 : 60), width }),
    toText({ x, y: y + 112, text: track.artist, font: body(isNarrow ? 34 : 40), fill: QUIET, width }),
  ]
}

function layoutFigures({ figures }: CardContent, { figures: at }: Places): PictureMark[] {
  return figures.flatMap(({ value, label }, place) => {
    const x = at.x + (place % at.columns) * at.across
    const y = at.y + Math.floor(place / at.columns) * at.down
    const width = at.across - 20
    return [
      toText({ x, y, text: value, font: display(at.columns === 4 ? 64 : 52), fill: swag.text, width }),
      toText({ x, y: y + 40, text: label, font: body(28), fill: QUIET, width }),
    ]
  })
}

function layoutArtists({ artists }: CardContent, { artists: at }: Places, inner: number): PictureMark[] {
  const size = at.height - 22
  return artists.slice(0, at.rows).flatMap(({ name, plays }, place) => {
    const y = at.y + place * at.height
    const base = y + size / 2 + 14
    return [
      toText({ y: base, text: String(place + 1), font: display(40, 700), fill: QUIET, width: 50 }),
      { kind: 'sleeve', x: EDGE + 56, y, size, artist: name, title: name } as const,
      toText({ x: EDGE + 56 + size + 28, y: base, text: name, font: display(42, 700), width: inner - size - 330 }),
      toText({ x: EDGE + inner, y: base, text: plays, font: body(32), fill: QUIET, width: 220, align: 'right' }),
    ]
  })
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function layoutBars(bars: readonly number[], { x, y, width, height }: Area): PictureMark[] {
  if (bars.length === 0) return []
  const step = width / bars.length
  const gap = Math.min(12, step * 0.25)
  return bars.map((share, place): PictureMark => {
    const tall = share === 0 ? 3 : Math.max(8, share * height)
    return {
      kind: 'box',
      x: x + place * step + gap / 2,
      y: y + height - tall,
      width: step - gap,
      height: tall,
      fill: share === 0 ? dark.surface.line : share === 1 ? brand.a : brand.b,
      radius: Math.min(6, tall / 2),
    }
  })
}
