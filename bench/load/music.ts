import type { Random } from '#tests/simulation/random.ts'

/**
 * Zipf and Mandelbrot, `1 / (rank + 200) ^ 1.2` over 3.19 million artists: fits three thousand
 * members on a scrobbling service (365,799 different artists against 352,805). Each member has one
 * to three out of ten scenes, which rank the artists differently; otherwise no members would be
 * close to each other.
 */
const ARTISTS = 3_190_000
const EXPONENT = 1.2
const SHIFT = 200
const SCENES = 10
const MOST_SCENES = 3
/**
 * Prime, and no divisor of the artist count: its multiples by a scene's number permute the ranks.
 */
const STRIDE = 700_001

/** Returns this many different artists for a member, including the given ones. */
type ArtistDraw = (count: number, drawn: readonly number[]) => readonly number[]

export function createArtistDraw(random: Random): ArtistDraw {
  const sums = new Float64Array(ARTISTS)
  let whole = 0
  for (let rank = 0; rank < ARTISTS; rank++) sums[rank] = whole += (rank + 1 + SHIFT) ** -EXPONENT
  return (count, drawn) => {
    const scenes = Array.from({ length: random.between(1, MOST_SCENES) }, () => random.between(0, SCENES - 1))
    const artists = new Set(drawn)
    while (artists.size < count) artists.add(findArtist(rankAt(sums, random.next() * whole), random.pick(scenes)))
    return [...artists]
  }
}

/** Returns an artist's id, from 2: the first artist is the famous one. */
const findArtist = (rank: number, scene: number): number => 2 + ((rank + scene * STRIDE) % ARTISTS)

function rankAt(sums: Float64Array, at: number): number {
  let low = 0
  for (let high = sums.length - 1; low < high; ) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}
