import type { DemoTrack, Music } from './music.ts'
import type { Random } from './random.ts'

/** A track's frequency relative to the others in a taste. */
export interface Liking {
  readonly track: DemoTrack
  readonly weight: number
}

/**
 * The distribution of real listening: artists by Zipf-Mandelbrot `1 / (rank + q)^s` in one to three
 * scenes, their number log-normal, plays by rank-size `(place + 2)^-0.9`. Three thousand members on
 * a scrobbling service fit s = 1.2 and q = 200 over three million artists. Over the 120 artists
 * here s must be steeper, or all members would hear all artists.
 */
const ZIPF_EXPONENT = 2.2
const ZIPF_SHIFT = 4
const PLAYS_EXPONENT = 0.9
const ARTISTS_MEDIAN = 34
const ARTISTS_DEVIATION = 0.45
const FEWEST_ARTISTS = 24
const MOST_ARTISTS = 110

/** Returns the taste for a member in these scenes, most played first: at least `fewest` artists. */
export function createTaste(
  music: Music,
  scenes: readonly string[],
  random: Random,
  fewest = FEWEST_ARTISTS,
): readonly Liking[] {
  const wanted = Math.round(ARTISTS_MEDIAN * Math.exp(ARTISTS_DEVIATION * random.normal()))
  const count = Math.min(MOST_ARTISTS, Math.max(fewest, wanted))
  return chooseArtists(music, scenes, random)
    .slice(0, count)
    .flatMap((tracks, place) => createLikings(tracks, (place + 2) ** -PLAYS_EXPONENT, random))
    .toSorted((a, b) => b.weight - a.weight)
}

/**
 * Draws artists without replacement: each has the minimum among its exponential times in all
 * scenes.
 */
function chooseArtists(music: Music, scenes: readonly string[], random: Random) {
  const times = new Map<readonly DemoTrack[], number>()
  for (const scene of scenes) {
    for (const [rank, tracks] of (music.rankings.get(scene) ?? []).entries()) {
      const time = -Math.log(1 - random.next()) * (rank + 1 + ZIPF_SHIFT) ** ZIPF_EXPONENT
      times.set(tracks, Math.min(time, times.get(tracks) ?? Number.POSITIVE_INFINITY))
    }
  }
  return [...times].toSorted(([, a], [, b]) => a - b).map(([tracks]) => tracks)
}

function createLikings(tracks: readonly DemoTrack[], weight: number, random: Random): readonly Liking[] {
  const shares = tracks.map((_, place) => (place + 1) ** -PLAYS_EXPONENT * (0.5 + random.next()))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return tracks.map((track, place) => ({ track, weight: (weight * (shares[place] ?? 0)) / whole }))
}

export function createDraw(taste: readonly Liking[], random: Random): () => DemoTrack {
  const sums: number[] = []
  let whole = 0
  for (const { weight } of taste) sums.push((whole += weight))
  return () => {
    const at = random.next() * whole
    return (taste[sums.findIndex((sum) => sum > at)] ?? random.pick(taste)).track
  }
}
