import type { SleeveColours } from './colours.ts'
import type { Motif, SleeveArt } from './sleeve-art.ts'

/** An SVG element: its name, its attributes as React names them, and the elements in it. */
export type Shape = readonly [
  name: 'rect' | 'circle' | 'path' | 'g',
  attributes: ShapeAttributes,
  inside?: readonly Shape[],
]
type ShapeAttributes = Readonly<Record<string, string | number>>

/** Draws one motif on a square of 100 by 100. `shift` is 0..1. */
type Draw = (colours: SleeveColours, shift: number) => readonly Shape[]

const square = (fill: string): Shape => ['rect', { width: 100, height: 100, fill }]
const path = (d: string, fill: string): Shape => ['path', { d, fill }]

/** Rounds to hundredths, which are invisible in a square of 100 by 100. */
const short = (length: number) => Math.round(length * 100) / 100

// Shapes of one colour share a path, since a browser styles, lays out and paints every element.
const disc = (cx: number, cy: number, r: number) =>
  `M${short(cx - r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
const bar = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`

const rings: Draw = ({ base, deep, pale }, shift) => {
  const cx = short(35 + 30 * shift)
  const cy = short(62 - 24 * shift)
  return [
    square(deep),
    ['path', { d: [74, 60, 46, 32, 18].map((r) => disc(cx, cy, r)).join(''), fill: base, fillRule: 'evenodd' }],
    ['circle', { cx, cy, r: 10, fill: pale }],
  ]
}

const stripes: Draw = ({ base, deep, pale }, shift) => [
  square(base),
  [
    'g',
    { transform: `rotate(${short(-34 + 22 * shift)} 50 50)` },
    [
      path([-22, 4, 56, 82, 108].map((y) => bar(-40, y, 180, 13)).join(''), deep),
      ['rect', { x: -40, y: 30, width: 180, height: 13, fill: pale }],
    ],
  ],
]

const sun: Draw = ({ base, deep, pale }, shift) => [
  square(base),
  ['circle', { cx: short(38 + 28 * shift), cy: 58, r: 30, fill: pale }],
  ['rect', { y: 58, width: 100, height: 42, fill: deep }],
  path([64, 73, 82, 91].map((y, at) => bar(15 + 4 * at, y, 70 - 8 * at, 3)).join(''), pale),
]

const dots: Draw = ({ base, deep, pale }, shift) => {
  const lit = Math.round(shift * 15)
  const at = (n: number, r: number) => disc(14 + 24 * (n % 4), 14 + 24 * Math.floor(n / 4), r)
  const others = Array.from({ length: 16 }, (_, n) => n).filter((n) => n !== lit)
  return [
    square(deep),
    path(others.map((n) => at(n, short(4 + (((n % 4) + Math.floor(n / 4) + lit) % 4) * 1.6))).join(''), base),
    path(at(lit, 11), pale),
  ]
}

const wave = (y: number) => `M-10 ${y}c20 -16 40 -16 60 0s40 16 60 0V110H-10Z`

const waves: Draw = ({ base, deep, pale }, shift) => {
  const first = short(18 + 14 * shift)
  // Five bands from the top; each covers the lower part of the previous one.
  return [square(base), ...[deep, pale, base, deep, pale].map((fill, at) => path(wave(short(first + 18 * at)), fill))]
}

const wedge: Draw = ({ base, deep, pale }, shift) => {
  const at = short(52 + 12 * shift)
  return [
    square(deep),
    path('M0 100L100 0V100Z', base),
    ['circle', { cx: at, cy: at, r: 22, fill: pale }],
    ['circle', { cx: at, cy: at, r: 7, fill: deep }],
  ]
}

export const drawMotif: Record<Motif, Draw> = { rings, stripes, sun, dots, waves, wedge }

/** Returns the elements of a sleeve on a square of 100 by 100, for the page and for the server. */
export function drawSleeve({ motif, colours, shift, mirrored }: SleeveArt): readonly Shape[] {
  const shapes = drawMotif[motif](colours, shift)
  return mirrored ? [['g', { transform: 'matrix(-1 0 0 1 100 0)' }, shapes]] : shapes
}
