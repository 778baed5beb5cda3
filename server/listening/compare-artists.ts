import { computeWeight, type Played } from './taste.ts'

const SHARED_SHOWN = 50
const ONLY_SHOWN = 20

/**
 * The artists of two members: `own` and `theirs` with the respective member's plays, `shared` with
 * the own plays.
 */
export interface ArtistComparison {
  readonly shared: readonly Played[]
  readonly onlyOwn: readonly Played[]
  readonly onlyTheirs: readonly Played[]
}

/**
 * Returns the shared artists, those heavy for both first, and those that only one of the two plays,
 * heaviest first. Compares all plays, not only the heaviest: an artist that the other plays at all
 * is shared.
 */
export function compareArtists(own: readonly Played[], theirs: readonly Played[], members: number): ArtistComparison {
  const theirWeights = new Map(theirs.map((it) => [it.artistId, computeWeight(it, members)]))
  const ownIds = new Set(own.map((it) => it.artistId))
  const strength = (it: Played) => Math.min(computeWeight(it, members), theirWeights.get(it.artistId) ?? 0)
  const weight = (it: Played) => computeWeight(it, members)
  return {
    shared: heaviest(
      own.filter((it) => theirWeights.has(it.artistId)),
      strength,
      SHARED_SHOWN,
    ),
    onlyOwn: heaviest(
      own.filter((it) => !theirWeights.has(it.artistId)),
      weight,
      ONLY_SHOWN,
    ),
    onlyTheirs: heaviest(
      theirs.filter((it) => !ownIds.has(it.artistId)),
      weight,
      ONLY_SHOWN,
    ),
  }
}

/** Returns the heaviest artists; ties by plays, then by artist id. */
function heaviest(artists: readonly Played[], weight: (it: Played) => number, limit: number): readonly Played[] {
  return artists
    .map((it) => ({ it, weight: weight(it) }))
    .toSorted((a, b) => b.weight - a.weight || b.it.plays - a.it.plays || a.it.artistId - b.it.artistId)
    .slice(0, limit)
    .map(({ it }) => it)
}
