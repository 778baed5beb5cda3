/*
 * Similarity between two members' tastes: log-TF x IDF vectors over artists, their cosine, reduced
 * for few shared artists. docs/taste.md has the formulas and their reasons. Pure functions.
 */
import { roundToTenth } from '../percent.ts'

export interface Played {
  readonly artistId: number
  readonly plays: number
  readonly listeners: number
}

/** A member's heaviest artists with their weights, and the vector length. */
export interface Taste {
  readonly weights: ReadonlyMap<number, number>
  readonly norm: number
}

/** More would let the long tail of single plays dominate. */
const HEAVIEST = 200
/**
 * In a small community the most popular artists would weigh nothing: up to this size no weight is
 * below the minimum.
 */
const FEW_MEMBERS = 200
const LEAST_RARITY = 0.1
/** How many shared artists halve the doubt: a similarity counts `shared / (shared + DOUBT)`. */
const DOUBT = 10
/** The number of similarities in the scale, evenly spaced. */
const SCALE_LENGTH = 1000

/** Returns the rarity of an artist: `ln(members / (1 + listeners))`, never negative. */
export function computeRarity(listeners: number, members: number): number {
  return Math.max(Math.log(members / (1 + listeners)), members < FEW_MEMBERS ? LEAST_RARITY : 0)
}

/**
 * Returns `ln(1 + plays)` times the rarity: the hundredth play adds less than the second, a rare
 * artist weighs more than a famous one.
 */
export const computeWeight = ({ plays, listeners }: Omit<Played, 'artistId'>, members: number): number =>
  Math.log1p(plays) * computeRarity(listeners, members)

/** Sorts heavier first; ties by artist id, oldest first. */
const byWeight = ([a, one]: readonly [number, number], [b, other]: readonly [number, number]) => other - one || a - b

/**
 * Returns the 200 heaviest artists in a member's plays, in a community with `members` listening
 * members.
 */
export function computeTaste(played: readonly Played[], members: number): Taste {
  const weighed = played
    .map((artist) => [artist.artistId, computeWeight(artist, members)] as const)
    .filter(([, weight]) => weight > 0)
  const heaviest = weighed.toSorted(byWeight).slice(0, HEAVIEST)
  return tasteFrom(heaviest)
}

/** Returns a taste with known weights. */
export function tasteFrom(weights: Iterable<readonly [number, number]>): Taste {
  const byArtist = new Map(weights)
  let squares = 0
  for (const weight of byArtist.values()) squares += weight * weight
  return { weights: byArtist, norm: Math.sqrt(squares) }
}

/**
 * Returns the reduced cosine: `dot / (norm * norm) * shared / (shared + 10)`, 0 to 1. Rounded to
 * nine decimals, so that the summation order has no effect.
 */
export function similarityFrom(dot: number, norms: number, shared: number): number {
  if (norms === 0) return 0
  return Math.round((dot / norms) * (shared / (shared + DOUBT)) * 1e9) / 1e9
}

export function computeSimilarity(one: Taste, other: Taste): number {
  const [short, long] = one.weights.size < other.weights.size ? [one, other] : [other, one]
  let dot = 0
  let shared = 0
  for (const [artistId, weight] of short.weights) {
    const theirs = long.weights.get(artistId)
    if (theirs === undefined) continue
    dot += weight * theirs
    shared++
  }
  return similarityFrom(dot, one.norm * other.norm, shared)
}

/**
 * Returns a scale for percentiles from similarities between pairs: ascending, thinned evenly to a
 * thousand.
 */
export function createScale(similarities: readonly number[]): readonly number[] {
  const rising = similarities.toSorted((a, b) => a - b)
  const last = rising.length - 1
  if (last < SCALE_LENGTH) return rising
  return Array.from(
    { length: SCALE_LENGTH },
    (_, place) => rising[Math.round((place * last) / (SCALE_LENGTH - 1))] ?? 0,
  )
}

/**
 * Returns the percentage of pairs with a lower similarity, equal ones counting half; null without a
 * scale.
 */
export function findPercentile(similarity: number, scale: readonly number[]): number | null {
  if (scale.length === 0) return null
  const below = countBelow(scale, (known) => known < similarity)
  const upTo = countBelow(scale, (known) => known <= similarity)
  return roundToTenth((100 * (below + upTo)) / 2 / scale.length)
}

/** With fewer artists for a member, or fewer member pairs, a percentage is meaningless. */
export const ARTISTS_MIN = 5
const PAIRS_MIN = 10

/**
 * Returns the percentage of pairs that are less alike; null for a member with fewer than
 * `ARTISTS_MIN` artists, for members with nothing in common, and in a community with fewer than
 * five. `artists`: both members' artist counts.
 */
export function findReliablePercentile(
  similarity: number,
  scale: readonly number[],
  artists: readonly [own: number, theirs: number],
): number | null {
  const isMeaningless = similarity === 0 || scale.length < PAIRS_MIN || Math.min(...artists) < ARTISTS_MIN
  return isMeaningless ? null : findPercentile(similarity, scale)
}

/** Returns how many leading entries in an ascending list pass. */
function countBelow(rising: readonly number[], passes: (value: number) => boolean): number {
  let low = 0
  for (let high = rising.length; low < high; ) {
    const middle = (low + high) >> 1
    if (passes(rising[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
