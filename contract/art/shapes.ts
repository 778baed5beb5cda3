import { vinyl } from './colours.ts'
import { sleeveArt } from './sleeve-art.ts'
import { drawSleeve, MIRROR, toTransform } from './sleeve-motifs.ts'

/** The names of a track, or twice that of an artist: they decide how the sleeve looks. */
interface Named {
  readonly artist: string
  readonly title: string
}

/** A part of a picture without text. Lengths are px of the picture. */
export type PictureShape =
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly fill: string
      readonly radius?: number
    }
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly radius: number; readonly fill: string }
  | ({ readonly kind: 'sleeve'; readonly x: number; readonly y: number; readonly size: number } & Named)
  /** A sleeve with its record half out; `reach`: the width of both, in sizes of the sleeve. */
  | ({
      readonly kind: 'record'
      readonly x: number
      readonly y: number
      readonly size: number
      readonly reach?: number
    } & Named)

/** How wide a record with its sleeve is, in sizes of the sleeve. */
export const RECORD_REACH = 1.33
const RECORD_RADIUS = 0.46
const GROOVES = [0.9, 0.8, 0.7, 0.6, 0.5]

/** Returns shapes as SVG, without text: an SVG in an image has no access to the page's fonts. */
export function toSvg({ width, height }: { width: number; height: number }, shapes: readonly PictureShape[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.map(toMarkup).join('')}</svg>`
}

// The attributes are numbers and texts of the code.
function toMarkup(shape: PictureShape, place: number): string {
  switch (shape.kind) {
    case 'box':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius ?? 0}" fill="${shape.fill}"/>`
    case 'disc':
      return toDisc(shape, shape.radius, `fill="${shape.fill}"`)
    case 'sleeve':
      return toSleeve(shape, place)
    case 'record': {
      const { size, reach = RECORD_REACH } = shape
      const radius = size * RECORD_RADIUS
      const centre = { x: shape.x + size * reach - radius, y: shape.y + size / 2 }
      return [
        toDisc(centre, radius, `fill="${vinyl.disc}" stroke="${vinyl.edge}" stroke-width="2"`),
        ...GROOVES.map((part) =>
          toDisc(centre, radius * part, `fill="none" stroke="${vinyl.groove}" stroke-width="2"`),
        ),
        toDisc(centre, radius * 0.34, `fill="${vinyl.label}"`),
        toDisc(centre, radius * 0.06, `fill="${vinyl.hole}"`),
        toSleeve(shape, place),
      ].join('')
    }
  }
}

const toDisc = ({ x, y }: { x: number; y: number }, radius: number, style: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" ${style}/>`

function toSleeve({ x, y, size, artist, title }: Extract<PictureShape, { kind: 'sleeve' | 'record' }>, place: number) {
  const art = sleeveArt(artist, title)
  const paths = drawSleeve(art).map(
    ([d, fill, degrees]) => `<path d="${d}" fill="${fill}" transform="${toTransform(degrees) ?? ''}"/>`,
  )
  return [
    `<clipPath id="sleeve${place}"><rect width="100" height="100" rx="6"/></clipPath>`,
    `<g transform="translate(${x} ${y}) scale(${size / 100})"><g clip-path="url(#sleeve${place})">`,
    `<g transform="${art.mirrored ? MIRROR : ''}" fill-rule="evenodd">${paths.join('')}</g></g></g>`,
  ].join('')
}
