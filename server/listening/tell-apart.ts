import { type Played, weightOf } from './taste.ts'

const SHARED_SHOWN = 50
const ONLY_SHOWN = 20

/** What two members play, with the plays of whoever `own` and `theirs` say; `shared` with the own ones. */
export interface ToldApart {
  readonly shared: readonly Played[]
  readonly onlyOwn: readonly Played[]
  readonly onlyTheirs: readonly Played[]
}

/**
 * The artists that two share, those that both weigh much first, and those that only one of them plays, heaviest first: of
 * all they play, not of their heaviest alone, for an artist that the other plays at all is not one's own.
 */
export function tellApart(own: readonly Played[], theirs: readonly Played[], members: number): ToldApart {
  const weightOfTheirs = new Map(theirs.map((it) => [it.artistId, weightOf(it, members)]))
  const ownIds = new Set(own.map((it) => it.artistId))
  const strength = (it: Played) => Math.min(weightOf(it, members), weightOfTheirs.get(it.artistId) ?? 0)
  const weight = (it: Played) => weightOf(it, members)
  return {
    shared: heaviest(
      own.filter((it) => weightOfTheirs.has(it.artistId)),
      strength,
      SHARED_SHOWN,
    ),
    onlyOwn: heaviest(
      own.filter((it) => !weightOfTheirs.has(it.artistId)),
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

/** Of equal weight the most played, then the artist known longer. */
function heaviest(artists: readonly Played[], weight: (it: Played) => number, limit: number): readonly Played[] {
  return artists
    .map((it) => ({ it, weight: weight(it) }))
    .toSorted((a, b) => b.weight - a.weight || b.it.plays - a.it.plays || a.it.artistId - b.it.artistId)
    .slice(0, limit)
    .map(({ it }) => it)
}
