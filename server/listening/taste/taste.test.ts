import { expect, test } from 'vitest'
import { compareArtists } from './compare-artists.ts'
import { createSearch, findNearest, sharedArtists } from './nearest.ts'
import {
  computeRarity,
  computeSimilarity,
  computeTaste,
  computeWeight,
  createScale,
  findPercentile,
  type Taste,
  tasteFrom,
} from './taste.ts'

const artist = (artistId: number, plays: number, listeners: number) => ({ artistId, plays, listeners })

test('an artist weighs more the fewer members play it, and in a small community never zero', () => {
  expect(computeRarity(1, 1000)).toBeCloseTo(6.2146, 4) // ln(1000 / 2)
  expect(computeRarity(999, 1000)).toBe(0)
  expect(computeRarity(1000, 1000)).toBe(0)
  expect(computeRarity(1, 3)).toBeCloseTo(0.4055, 4) // ln(3 / 2)
  expect(computeRarity(3, 3)).toBe(0.1)
})

test('the hundredth play weighs less than the second', () => {
  expect(computeWeight({ plays: 9, listeners: 2 }, 3)).toBeCloseTo(0.230259, 6) // ln(10) x 0.1
  expect(computeWeight({ plays: 3, listeners: 1 }, 3)).toBeCloseTo(0.562094, 6) // ln(4) x ln(3 / 2)
})

test('similarity is the cosine, shrunk by the number of shared artists', () => {
  const one = computeTaste([artist(1, 9, 2), artist(2, 3, 1)], 3)
  const other = computeTaste([artist(1, 4, 2), artist(3, 1, 1)], 3)
  // Computed by hand: 0.0370587 / (0.607426 x 0.323869) = 0.188377; one shared artist: x 1 / 11.
  expect(computeSimilarity(one, other)).toBeCloseTo(0.017125167, 9)
  expect(computeSimilarity(other, one)).toBe(computeSimilarity(one, other))
})

test('members with the same taste are more similar the more artists they share', () => {
  const same = (count: number) =>
    computeTaste(
      Array.from({ length: count }, (_, id) => artist(id, 5, 2)),
      1000,
    )
  expect(computeSimilarity(same(1), same(1))).toBeCloseTo(1 / 11, 9)
  expect(computeSimilarity(same(10), same(10))).toBeCloseTo(0.5, 9)
  expect(computeSimilarity(same(90), same(90))).toBeCloseTo(0.9, 9)
})

test('members without a shared artist, or without any, have no similarity', () => {
  const none = computeTaste([], 3)
  expect(computeSimilarity(computeTaste([artist(1, 5, 1)], 3), computeTaste([artist(2, 5, 1)], 3))).toBe(0)
  expect(computeSimilarity(none, none)).toBe(0)
})

test('a taste is the two hundred heaviest artists', () => {
  const taste = computeTaste(
    Array.from({ length: 300 }, (_, id) => artist(id, id + 1, 1)),
    1000,
  )
  expect(taste.weights.size).toBe(200)
  expect(Math.min(...taste.weights.keys())).toBe(100)
})

test('an artist that all members play is not part of a taste in a large community', () => {
  expect(computeTaste([artist(1, 50, 1000)], 1000).weights.size).toBe(0)
})

test('a percentile counts the pairs with a lower similarity, and half of the equal ones', () => {
  const scale = createScale([0.3, 0, 0.1, 0])
  expect(scale).toEqual([0, 0, 0.1, 0.3])
  expect(findPercentile(0, scale)).toBe(25)
  expect(findPercentile(0.1, scale)).toBe(62.5)
  expect(findPercentile(0.2, scale)).toBe(75)
  expect(findPercentile(1, scale)).toBe(100)
  expect(findPercentile(0.5, [])).toBeNull()
})

test('a long scale is thinned without losing its ends', () => {
  const scale = createScale(Array.from({ length: 19_900 }, (_, at) => at / 19_899))
  expect([scale.length, scale[0], scale.at(-1)]).toEqual([1000, 0, 1])
  expect(findPercentile(0.9, scale)).toBeCloseTo(90, 0)
})

const taste = (...weights: [number, number][]): Taste => tasteFrom(weights)

test('a search through postings finds the same members as comparing all', () => {
  let state = 11
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const random = () => tasteFrom(Array.from({ length: 12 }, () => [next(60), 1 + next(9)] as const))
  const tastes = new Map(Array.from({ length: 80 }, (_, id) => [id, random()] as const))
  const postings = Array.from({ length: 60 }, (_, artistId) => {
    const who = [...tastes].filter(([, it]) => it.weights.has(artistId))
    return { artistId, memberIds: who.map(([id]) => id), weights: who.map(([, it]) => it.weights.get(artistId) ?? 0) }
  })
  const search = createSearch(postings, new Map([...tastes].map(([id, it]) => [id, it.norm])))
  for (const [id, own] of tastes) {
    const others = new Map([...tastes].filter(([other]) => other !== id))
    const slow = findNearest(own, others).map((it) => it.memberId)
    expect(search(id, own, 10)).toEqual(slow.slice(0, 10))
  }
})

test('shared artists are ordered by the smaller weight', () => {
  expect(sharedArtists(taste([1, 9], [2, 4], [3, 5]), taste([1, 1], [2, 4], [3, 3], [4, 9]))).toEqual([2, 3, 1])
})

test('an artist that the other member plays at all is not listed as own', () => {
  const own = [artist(1, 20, 3), artist(2, 5, 2), artist(3, 3, 1)]
  const theirs = [artist(1, 8, 3), artist(2, 2, 2), artist(4, 6, 2)]
  const { shared, onlyOwn, onlyTheirs } = compareArtists(own, theirs, 4)
  // The weaker one: ln(3) x ln(4 / 3) = 0.316 before ln(9) x 0.1 = 0.22.
  expect(shared.map((artist) => [artist.artistId, artist.plays])).toEqual([
    [2, 5],
    [1, 20],
  ])
  expect(onlyOwn.map((artist) => [artist.artistId, artist.plays])).toEqual([[3, 3]])
  expect(onlyTheirs.map((artist) => [artist.artistId, artist.plays])).toEqual([[4, 6]])
})
