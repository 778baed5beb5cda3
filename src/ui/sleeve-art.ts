import { hashText, plain } from './hash.ts'
import { type SleeveColours, sleevePalettes } from './palette.ts'

/** The six drawings. Their order is a stored fact: changing it repaints every cover. */
export const motifs = ['rings', 'stripes', 'sun', 'dots', 'waves', 'wedge'] as const
export type Motif = (typeof motifs)[number]

/** What is drawn on a sleeve. */
export interface SleeveArt {
  motif: Motif
  colours: SleeveColours
  /** 0..1: where the drawing's main part stands, or how steep it is. */
  shift: number
  /** Drawn as in a mirror. */
  mirrored: boolean
}

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], number: number): T => {
  const item = list[number % list.length]
  if (item === undefined) throw new Error('Nothing to pick from an empty list')
  return item
}

/**
 * The cover of a track, from artist and title alone: the same track has the same cover everywhere and without a network.
 * Case and white space make no difference.
 */
export function sleeveArt(artist: string, title: string): SleeveArt {
  const hash = hashText(`${plain(artist)}\n${plain(title)}`)
  return {
    motif: pick(motifs, hash & 0xff_ff),
    colours: pick(sleevePalettes, (hash >>> 16) & 0xff),
    shift: ((hash >>> 24) & 0x7f) / 0x7f,
    mirrored: hash >>> 31 === 1,
  }
}
