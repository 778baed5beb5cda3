import type { SleeveColours } from './colours.ts'
import type { Motif, SleeveArt } from './sleeve-art.ts'

/** An SVG path with the fill rule `evenodd`: data, colour, and rotation around the centre in degrees. */
type Shape = readonly [d: string, fill: string, degrees?: number]

/** Draws one motif on a 100 by 100 square. `shift` is 0..1. */
type Draw = (colours: SleeveColours, shift: number) => readonly Shape[]

/** Rounds to hundredths, which are invisible in a 100 by 100 square. */
const short = (length: number) => Math.round(length * 100) / 100

// Shapes in one colour share a path, since a browser styles, lays out and paints every element.
const disc = (cx: number, cy: number, r: number) =>
  `M${short(cx - r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const bar = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`

const square = (fill: string): Shape => [bar(0, 0, 100, 100), fill]

const rings: Draw = ({ base, deep, pale }, shift) => {
  const cx = short(35 + 30 * shift)
  const cy = short(62 - 24 * shift)
  return [square(deep), [[74, 60, 46, 32, 18].map((r) => disc(cx, cy, r)).join(''), base], [disc(cx, cy, 10), pale]]
}

const stripes: Draw = ({ base, deep, pale }, shift) => {
  const degrees = short(-34 + 22 * shift)
  return [
    square(base),
    [[-22, 4, 56, 82, 108].map((y) => bar(-40, y, 180, 13)).join(''), deep, degrees],
    [bar(-40, 30, 180, 13), pale, degrees],
  ]
}

const sun: Draw = ({ base, deep, pale }, shift) => [
  square(base),
  [disc(short(38 + 28 * shift), 58, 30), pale],
  [bar(0, 58, 100, 42), deep],
  [[64, 73, 82, 91].map((y, at) => bar(15 + 4 * at, y, 70 - 8 * at, 3)).join(''), pale],
]

const dots: Draw = ({ base, deep, pale }, shift) => {
  const lit = Math.round(shift * 15)
  const at = (n: number, r: number) => disc(14 + 24 * (n % 4), 14 + 24 * Math.floor(n / 4), r)
  const others = Array.from({ length: 16 }, (_, n) => n).filter((n) => n !== lit)
  return [
    square(deep),
    [others.map((n) => at(n, short(4 + (((n % 4) + Math.floor(n / 4) + lit) % 4) * 1.6))).join(''), base],
    [at(lit, 11), pale],
  ]
}

const wave = (y: number) => `M-10 ${y}c20 -16 40 -16 60 0s40 16 60 0V110H-10Z`

const waves: Draw = ({ base, deep, pale }, shift) => {
  const first = short(18 + 14 * shift)
  // Five bands from the top; each covers the previous one's lower part.
  return [
    square(base),
    ...[deep, pale, base, deep, pale].map((fill, at): Shape => [wave(short(first + 18 * at)), fill]),
  ]
}

const wedge: Draw = ({ base, deep, pale }, shift) => {
  const at = short(52 + 12 * shift)
  return [square(deep), ['M0 100L100 0V100Z', base], [disc(at, at, 22), pale], [disc(at, at, 7), deep]]
}

const drawMotif: Record<Motif, Draw> = { rings, stripes, sun, dots, waves, wedge }

export const MIRROR = 'matrix(-1 0 0 1 100 0)'

/** Returns a sleeve's shapes on a 100 by 100 square, before it is mirrored. */
export const drawSleeve = ({ motif, colours, shift }: Omit<SleeveArt, 'mirrored'>): readonly Shape[] =>
  drawMotif[motif](colours, shift)

export const toTransform = (degrees: number | undefined): string | undefined =>
  degrees === undefined ? undefined : `rotate(${degrees} 50 50)`
