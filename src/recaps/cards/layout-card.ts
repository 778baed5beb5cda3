import { vinyl } from '#contract/art/colours.ts'
import { brand, ground } from '#src/ui/brand.ts'
import { dark } from '#src/ui/palette.ts'
import { type CardContent, type CardFormat, cardSizes } from './card.ts'

/** A font in CSS notation, such as `800 84px ...`. */
type CardFont = string

/** Something to draw, in drawing order. Lengths are image pixels. */
export type CardMark =
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly fill: string
      readonly radius: number
    }
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly radius: number; readonly fill: string }
  | {
      readonly kind: 'ring'
      readonly x: number
      readonly y: number
      readonly radius: number
      readonly stroke: string
      readonly width: number
    }
  | {
      readonly kind: 'sleeve'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly artist: string
      readonly title: string
    }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly font: CardFont
      readonly fill: string
      readonly align: 'left' | 'right'
    }

/** Returns the text width in pixels. */
export type Measure = (text: string, font: CardFont) => number

const DISPLAY = "'Bricolage Grotesque', system-ui, sans-serif"
const BODY = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
/** The fonts that must be loaded before a card is drawn. */
export const cardFonts: readonly CardFont[] = [`800 84px 'Bricolage Grotesque'`, `700 40px 'Bricolage Grotesque'`]

const display = (size: number, weight = 800): CardFont => `${weight} ${size}px ${DISPLAY}`
const body = (size: number, weight = 400): CardFont => `${weight} ${size}px ${BODY}`

const EDGE = 80
const { text, swag } = dark
const QUIET = text.quiet

/** Returns a text that is cut with an ellipsis if it is wider than `width`. */
export function fitText(full: string, font: CardFont, width: number, measure: Measure): string {
  if (measure(full, font) <= width) return full
  // By characters, so that no surrogate pair is cut.
  const characters = Array.from(full)
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measure(`${characters.slice(0, middle).join('').trimEnd()}…`, font) <= width) low = middle
    else high = middle - 1
  }
  return `${characters.slice(0, low).join('').trimEnd()}…`
}

interface Line {
  readonly x?: number
  readonly y: number
  readonly text: string
  readonly font: CardFont
  readonly fill?: string
  /** The maximum width. */
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Arranges a card. */
export function layoutCard(content: CardContent, format: CardFormat, measure: Measure): CardMark[] {
  const { width, height } = cardSizes[format]
  const line = ({ x = EDGE, y, text: full, font, fill = text.main, width: room, align = 'left' }: Line): CardMark => ({
    kind: 'text',
    x,
    y,
    text: fitText(full, font, room, measure),
    font,
    fill,
    align,
  })
  const inner = width - 2 * EDGE
  const isStory = format === 'story'
  const at = isStory ? STORY : SQUARE
  const back: CardMark = { kind: 'box', x: 0, y: 0, width, height, fill: ground.dark, radius: 0 }
  const foot = height - 56
  return [
    back,
    line({ y: at.brand, text: 'Flipside', font: display(44), fill: brand.a, width: 400 }),
    line({
      x: width - EDGE,
      y: at.brand,
      text: content.member,
      font: body(36),
      fill: QUIET,
      width: 460,
      align: 'right',
    }),
    line({ y: at.title, text: content.title, font: display(at.titleSize), width: inner }),
    line({ y: at.period, text: content.period, font: body(40), fill: QUIET, width: inner }),
    ...layoutRecord(content, at),
    ...layoutTrack(content, at, line),
    ...layoutFigures(content, at, line),
    ...layoutArtists(content, at, line, inner),
    ...layoutBars(content.bars, { x: EDGE, y: at.bars, width: inner, height: at.barsHeight }),
    line({
      x: width - EDGE,
      y: foot,
      text: content.host,
      font: body(32),
      fill: QUIET,
      width: inner - 440,
      align: 'right',
    }),
    line({ y: foot, text: 'Two sides to every track', font: body(32), fill: QUIET, width: 420 }),
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

type ToLine = (line: Line) => CardMark

/** The record of the top track, half out of its sleeve. */
function layoutRecord({ track }: CardContent, { sleeve: { x, y, size } }: Places): CardMark[] {
  if (track === undefined) return []
  const radius = size * 0.47
  const centre = { x: x + size, y: y + size / 2 }
  const grooves = [0.92, 0.8, 0.68, 0.56].map((part): CardMark => {
    return { kind: 'ring', ...centre, radius: radius * part, stroke: vinyl.groove, width: 2 }
  })
  return [
    { kind: 'disc', ...centre, radius, fill: vinyl.edge },
    { kind: 'disc', ...centre, radius: radius - 3, fill: vinyl.disc },
    ...grooves,
    { kind: 'disc', ...centre, radius: radius * 0.36, fill: vinyl.label },
    { kind: 'disc', ...centre, radius: radius * 0.06, fill: vinyl.hole },
    { kind: 'sleeve', x, y, size, artist: track.artist, title: track.title },
  ]
}

function layoutTrack({ track }: CardContent, { track: { x, y, width } }: Places, line: ToLine): CardMark[] {
  if (track === undefined) return []
  const isNarrow = width < 500
  return [
    line({ x, y, text: 'Top track', font: body(30, 600), fill: brand.b, width }),
    line({ x, y: y + 62, text: track.title, font: display(isNarrow ? 44 : 60), width }),
    line({ x, y: y + 112, text: track.artist, font: body(isNarrow ? 34 : 40), fill: QUIET, width }),
  ]
}

function layoutFigures({ figures }: CardContent, { figures: at }: Places, line: ToLine): CardMark[] {
  return figures.flatMap(({ value, label }, place) => {
    const x = at.x + (place % at.columns) * at.across
    const y = at.y + Math.floor(place / at.columns) * at.down
    const width = at.across - 20
    return [
      line({ x, y, text: value, font: display(at.columns === 4 ? 64 : 52), fill: swag.text, width }),
      line({ x, y: y + 40, text: label, font: body(28), fill: QUIET, width }),
    ]
  })
}

function layoutArtists({ artists }: CardContent, { artists: at }: Places, line: ToLine, inner: number): CardMark[] {
  const size = at.height - 22
  return artists.slice(0, at.rows).flatMap(({ name, plays }, place) => {
    const y = at.y + place * at.height
    const base = y + size / 2 + 14
    return [
      line({ y: base, text: String(place + 1), font: display(40, 700), fill: QUIET, width: 50 }),
      { kind: 'sleeve', x: EDGE + 56, y, size, artist: name, title: name } as const,
      line({ x: EDGE + 56 + size + 28, y: base, text: name, font: display(42, 700), width: inner - size - 330 }),
      line({ x: EDGE + inner, y: base, text: plays, font: body(32), fill: QUIET, width: 220, align: 'right' }),
    ]
  })
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function layoutBars(bars: readonly number[], { x, y, width, height }: Area): CardMark[] {
  if (bars.length === 0) return []
  const step = width / bars.length
  const gap = Math.min(12, step * 0.25)
  return bars.map((share, place): CardMark => {
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
