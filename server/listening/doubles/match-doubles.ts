import { assignListens, CANDIDATES_MAX, LONGEST_S, type NearListen, toWindow } from '../listens/match-listens.ts'
import { SOURCE_NUMBERS } from '../listens/sources.ts'

export interface TimedListen {
  /** Its track, or the tracks that it is compared with. */
  readonly groupId: number
  readonly micros: number
  readonly trackId: number
  /** The track that it was before merges, or the same one. */
  readonly formerId: number
  /** A number from `SOURCE_NUMBERS`. */
  readonly source: number
  /** 0: unknown. */
  readonly lengthMs: number
}

/** A listen, and the one from another source that is the same play. */
export interface Double {
  readonly double: TimedListen
  readonly original: TimedListen
}

/** A track by a credit, and the same title by one of its artists. */
export interface Twins {
  readonly credited: number
  readonly single: number
}

/** Sources that store only the minute. */
const MINUTES: readonly number[] = [
  SOURCE_NUMBERS['spotify-account'],
  SOURCE_NUMBERS['lastfm-csv-minutes'],
  SOURCE_NUMBERS.tidal,
]
/** The source with the greater rank has the doubles. */
const toRank = (source: number) => (MINUTES.includes(source) ? 1000 : 0) + source

/**
 * Returns the doubles among listens that are ordered by group and time, as if the sources had
 * arrived one after the other.
 */
export function matchDoubles(listens: readonly TimedListen[], twins: readonly Twins[]): readonly Double[] {
  const pairs = new Set(twins.flatMap(({ credited, single }) => [`${credited} ${single}`, `${single} ${credited}`]))
  const isSame = (a: TimedListen, b: TimedListen) => a.trackId === b.trackId || pairs.has(`${a.trackId} ${b.trackId}`)
  return [...Map.groupBy(listens, ({ groupId }) => groupId).values()].flatMap((group) => matchGroup(group, isSame))
}

type IsSame = (a: TimedListen, b: TimedListen) => boolean

function matchGroup(group: readonly TimedListen[], isSame: IsSame): readonly Double[] {
  const bySource = [...Map.groupBy(group, ({ source }) => source)].toSorted(([a], [b]) => toRank(a) - toRank(b))
  const doubles: Double[] = []
  let original: readonly TimedListen[] = []
  for (const [, own] of bySource) {
    const assigned = assignListens(listCandidates(own, original, isSame))
    for (const [place, known] of assigned) {
      const [double, other] = [own[place], original[Number(known)]]
      if (double !== undefined && other !== undefined) doubles.push({ double, original: other })
    }
    const others = own.filter((_, place) => !assigned.has(place))
    original = [...original, ...others].toSorted((a, b) => a.micros - b.micros)
  }
  return doubles
}

/** Returns the nearest `kept` listens for each listen; both are in time order. */
function listCandidates(own: readonly TimedListen[], original: readonly TimedListen[], isSame: IsSame): NearListen[] {
  let first = 0
  return own.flatMap((listen, place) => {
    while ((original[first]?.micros ?? Infinity) < listen.micros - LONGEST_S * 1e6) first++
    const near: (NearListen & { readonly distance: number })[] = []
    for (let at = first; at < original.length; at++) {
      const other = original[at]
      if (other === undefined || other.micros > listen.micros + LONGEST_S * 1e6) break
      const distance = Math.abs(other.micros - listen.micros)
      const windowS = toWindow(Math.max(listen.lengthMs, other.lengthMs))
      if (distance <= windowS * 1e6 && isSame(listen, other))
        near.push({ place, known: String(at), is_exact: false, distance })
    }
    const nearest = near.toSorted((a, b) => a.distance - b.distance).slice(0, CANDIDATES_MAX)
    return nearest.toSorted((a, b) => Number(a.known) - Number(b.known))
  })
}
