import { computeSimilarity, similarityFrom, type Taste } from './taste.ts'

/** The members with an artist among their heaviest, heaviest first. */
export interface Posting {
  readonly artistId: number
  readonly memberIds: readonly number[]
  readonly weights: readonly number[]
}

interface Neighbour {
  readonly memberId: number
  readonly similarity: number
}

/** Returns a member's likely neighbours in taste: ids, most likely first, at most `limit`. */
type Search = (memberId: number, taste: Taste, limit: number) => readonly number[]

const NO_POSTINGS = { at: new Int32Array(), weights: new Float64Array() }

/**
 * Returns a search through the postings for a member's artists. Postings may be truncated to the
 * members with the highest weights, since a very common artist hardly discriminates;
 * {@link findNearest} then computes the exact similarity. `norms` must contain every posted member.
 * Members are renumbered so that sums fit plain arrays, several times as fast as a map.
 */
export function createSearch(postings: readonly Posting[], norms: ReadonlyMap<number, number>): Search {
  const { byArtist, memberIds, normAt } = toDense(postings, norms)
  const dots = new Float64Array(memberIds.length)
  const counts = new Int32Array(memberIds.length)
  return (memberId, taste, limit) => {
    const touched: number[] = []
    for (const [artistId, weight] of taste.weights) {
      const { at: posted, weights } = byArtist.get(artistId) ?? NO_POSTINGS
      for (let place = 0; place < posted.length; place++) {
        const at = posted[place] ?? 0
        if (counts[at] === 0) touched.push(at)
        counts[at] = (counts[at] ?? 0) + 1
        dots[at] = (dots[at] ?? 0) + weight * (weights[place] ?? 0)
      }
    }
    const found = touched.map((at) => ({
      memberId: memberIds[at] ?? 0,
      similarity: similarityFrom(dots[at] ?? 0, taste.norm * (normAt[at] ?? 0), counts[at] ?? 0),
    }))
    for (const at of touched) dots[at] = counts[at] = 0
    return nearestFirst(found.filter((neighbour) => neighbour.memberId !== memberId))
      .slice(0, limit)
      .map((it) => it.memberId)
  }
}

/** Returns the similarities of other members, nearest first, without those that share no artist. */
export function findNearest(taste: Taste, others: ReadonlyMap<number, Taste>): readonly Neighbour[] {
  const all = [...others].map(([memberId, other]) => ({ memberId, similarity: computeSimilarity(taste, other) }))
  return nearestFirst(all.filter((neighbour) => neighbour.similarity > 0))
}

/** Sorts by similarity; ties rank by join date. */
const nearestFirst = (neighbours: readonly Neighbour[]): Neighbour[] =>
  neighbours.toSorted((a, b) => b.similarity - a.similarity || a.memberId - b.memberId)

/** Returns the artists that two members share, those heavy for both first. */
export function sharedArtists(one: Taste, other: Taste): readonly number[] {
  const shared: { artistId: number; strength: number }[] = []
  for (const [artistId, weight] of one.weights) {
    const theirs = other.weights.get(artistId)
    if (theirs !== undefined) shared.push({ artistId, strength: Math.min(weight, theirs) })
  }
  return shared.toSorted((a, b) => b.strength - a.strength || a.artistId - b.artistId).map((it) => it.artistId)
}

function toDense(postings: readonly Posting[], norms: ReadonlyMap<number, number>) {
  const places = new Map<number, number>()
  const memberIds: number[] = []
  const toPlace = (memberId: number): number => {
    const known = places.get(memberId)
    if (known !== undefined) return known
    places.set(memberId, memberIds.length)
    return memberIds.push(memberId) - 1
  }
  const byArtist = new Map(
    postings.map(({ artistId, memberIds: posted, weights }) => {
      return [artistId, { at: Int32Array.from(posted, toPlace), weights: Float64Array.from(weights) }] as const
    }),
  )
  return { byArtist, memberIds, normAt: Float64Array.from(memberIds, (memberId) => norms.get(memberId) ?? 0) }
}
