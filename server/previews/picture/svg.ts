import { avatarArt } from '#contract/art/avatar-art.ts'
import { avatarColours, vinyl } from '#contract/art/colours.ts'
import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { drawSleeve, MIRROR, toTransform } from '#contract/art/sleeve-motifs.ts'
import type { SleeveNames } from '../preview.ts'

interface Place {
  readonly x: number
  readonly y: number
  /** In px. */
  readonly size: number
}

/** Returns a sleeve with its record half outside, as SVG. Contains no text by members. */
export function toRecord({ artist, title }: SleeveNames, place: Place, id: string): string {
  const { x, y, size } = place
  const radius = size * 0.46
  const [cx, cy] = [x + size * 1.33 - radius, y + size / 2]
  const disc = (r: number, style: string) => `<circle cx="${cx}" cy="${cy}" r="${r}" ${style}/>`
  return [
    disc(radius, `fill="${vinyl.disc}" stroke="${vinyl.edge}" stroke-width="2"`),
    ...[0.9, 0.8, 0.7, 0.6, 0.5].map((part) =>
      disc(radius * part, `fill="none" stroke="${vinyl.groove}" stroke-width="2"`),
    ),
    disc(radius * 0.34, `fill="${vinyl.label}"`),
    disc(radius * 0.06, `fill="${vinyl.hole}"`),
    `<clipPath id="${id}"><rect width="100" height="100" rx="6"/></clipPath>`,
    `<g transform="translate(${x} ${y}) scale(${size / 100})"><g clip-path="url(#${id})">${toSleeve(artist, title)}</g></g>`,
  ].join('')
}

/** Returns the disc behind a drawn avatar's letter. */
export const toAvatarDisc = (name: string, { x, y, size }: Place): string =>
  `<circle cx="${x + size / 2}" cy="${y + size / 2}" r="${size / 2}" fill="${avatarColours[avatarArt(name).colour] ?? ''}"/>`

/** Returns a sleeve on a 100 by 100 square. Its attributes are numbers and texts from the code. */
function toSleeve(artist: string, title: string): string {
  const art = sleeveArt(artist, title)
  const paths = drawSleeve(art).map(
    ([d, fill, degrees]) => `<path d="${d}" fill="${fill}" transform="${toTransform(degrees) ?? ''}"/>`,
  )
  return `<g transform="${art.mirrored ? MIRROR : ''}" fill-rule="evenodd">${paths.join('')}</g>`
}
