import { computeWeight, type Played } from './taste.ts'

const SHARED_SHOWN = 50
const ONLY_SHOWN = 20

/**
 * The artists of two members: `own` and `theirs` with the respective member's plays, `shared` with
 * the own plays.
 */
interface ArtistComparison {
  readonly shared: readonly Played[]
  readonly onlyOwn: readonly Played[]
  readonly onlyTheirs: readonly Played[]
}

/**
 * Returns the shared artists, those heavy for both first, and those that only one member plays,
 * heaviest first. Compares all plays, not only the heaviest: an artist that the other plays at all
 * is shared.
 */
export function compareArtists(own: readonly Played[], theirs: readonly Played[], members: number): ArtistComparison {
  const theirWeights = new Map(theirs.map((played) => [played.artistId, computeWeight(played, members)]))
  const ownIds = new Set(own.map((it) => it.artistId))
  const strength = (played: Played) => Math.min(computeWeight(played, members), theirWeights.get(played.artistId) ?? 0)
  const weight = (played: Played) => computeWeight(played, members)
  const shared = own.filter((played) => theirWeights.has(played.artistId))
  const onlyOwn = own.filter((played) => !theirWeights.has(played.artistId))
  const onlyTheirs = theirs.filter((played) => !ownIds.has(played.artistId))
  return {
    shared: heaviest(shared, strength, SHARED_SHOWN),
    onlyOwn: heaviest(onlyOwn, weight, ONLY_SHOWN),
    onlyTheirs: heaviest(onlyTheirs, weight, ONLY_SHOWN),
  }
}

/** Returns the heaviest artists; ties by plays, then by artist id. */
function heaviest(artists: readonly Played[], weight: (played: Played) => number, limit: number): readonly Played[] {
  return artists
    .map((artist) => ({ it: artist, weight: weight(artist) }))
    .toSorted((a, b) => b.weight - a.weight || b.it.plays - a.it.plays || a.it.artistId - b.it.artistId)
    .slice(0, limit)
    .map(({ it }) => it)
}
