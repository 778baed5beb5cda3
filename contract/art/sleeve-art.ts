import { type SleeveColours, sleevePalettes } from './colours.ts'
import { hashText, plain } from './hash.ts'

/** The six drawings. Their order must not change: it decides every cover's drawing. */
export const motifs = ['rings', 'stripes', 'sun', 'dots', 'waves', 'wedge'] as const
export type Motif = (typeof motifs)[number]

/** The parts of a sleeve's picture. */
export interface SleeveArt {
  motif: Motif
  colours: SleeveColours
  /** 0 to 1: the main shape's position in the drawing, or its slope. */
  shift: number
  mirrored: boolean
}

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], number: number): T => {
  const item = list[number % list.length]
  if (item === undefined) throw new Error('Nothing to pick from an empty list')
  return item
}

/** Returns a track's cover, derived from artist and title alone: the same on every device. */
export function sleeveArt(artist: string, title: string): SleeveArt {
  const hash = hashText(`${plain(artist)}\n${plain(title)}`)
  return {
    motif: pick(motifs, hash & 0xff_ff),
    colours: pick(sleevePalettes, (hash >>> 16) & 0xff),
    shift: ((hash >>> 24) & 0x7f) / 0x7f,
    mirrored: hash >>> 31 === 1,
  }
}
