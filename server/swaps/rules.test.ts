import { describe, expect, test } from 'vitest'
import { type Candidate, chooseMatch, windowOf } from './matching.ts'
import { checkPartners, checkRatingTurn, checkTrackTurn, isWaitingFor, type Swap, sideOf } from './rules.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const begun: Swap = {
  id: 1,
  initiatorId: 10,
  matchedId: 20,
  initiatorTrackId: null,
  matchedTrackId: null,
  initiatorRating: null,
  matchedRating: null,
  createdAt: now,
}
const sent = { ...begun, initiatorTrackId: 100 }
const sentBack = { ...sent, matchedTrackId: 200 }
const ratedOnly = { ...sent, matchedRating: 4 }
const answered = { ...sentBack, matchedRating: 4 }
const completed = { ...answered, initiatorRating: 5 }

describe('a turn', () => {
  test.each([
    ['begun', begun, [true, false, false, false]],
    ['sent', sent, [true, true, false, true]],
    ['sent back, not rated', sentBack, [true, true, false, true]],
    ['rated, not sent back', ratedOnly, [false, true, false, false]],
    ['answered', answered, [false, true, true, false]],
    ['completed', completed, [false, false, false, false]],
  ])(
    'in a swap that is %s: initiator’s track, matched track, initiator’s rating, matched rating',
    (_, swap, allowed) => {
      const may = (check: () => void) => {
        try {
          check()
          return true
        } catch {
          return false
        }
      }
      expect([
        may(() => checkTrackTurn(swap, 'initiator', now)),
        may(() => checkTrackTurn(swap, 'matched', now)),
        may(() => checkRatingTurn(swap, 'initiator', now)),
        may(() => checkRatingTurn(swap, 'matched', now)),
      ]).toEqual(allowed)
    },
  )

  test.each([
    ['initiator', [false, false, false, false, true, false]],
    ['matched', [false, true, true, true, false, false]],
  ] as const)('is what the swap waits for: %s', (side, waiting) => {
    const swaps = [begun, sent, sentBack, ratedOnly, answered, completed]
    expect(swaps.map((swap) => isWaitingFor(swap, side))).toEqual(waiting)
  })

  test('never comes again once 30 days went by without a first track', () => {
    const isOpen = (swap: Swap) => () => checkTrackTurn(swap, 'initiator', now)
    expect(isOpen({ ...begun, createdAt: daysAgo(30) })).not.toThrow()
    expect(isOpen({ ...begun, createdAt: daysAgo(30.01) })).toThrow('This swap has ended')
    expect(isOpen({ ...sent, createdAt: daysAgo(300) })).not.toThrow()
  })
})

test('a swap has two sides and nobody else', () => {
  expect(sideOf(sent, 10)).toBe('initiator')
  expect(sideOf(sent, 20)).toBe('matched')
  expect(() => sideOf(sent, 30)).toThrow('between two other members')
})

test('nobody swaps with oneself or with System', () => {
  expect(() => checkPartners(10, { id: 10, is_system: false })).toThrow('yourself')
  expect(() => checkPartners(10, { id: 1, is_system: true })).toThrow('System')
  expect(() => checkPartners(10, { id: 20, is_system: false })).not.toThrow()
})

describe('a match', () => {
  const somebody: Candidate = { id: 1, name: 'a', isActive: true, hasListens: true, isSwappedLately: false }

  test('prefers whom one has not swapped with lately, then who has listens', () => {
    const lately = { ...somebody, id: 2, isSwappedLately: true }
    const silent = { ...somebody, id: 3, hasListens: false }
    const gone = { ...somebody, id: 4, isActive: false }
    expect(chooseMatch([gone, lately, silent, somebody])?.id).toBe(1)
    expect(chooseMatch([gone, lately, silent])?.id).toBe(3)
    expect(chooseMatch([gone, lately])?.id).toBe(2)
    expect(chooseMatch([gone])?.id).toBe(4)
    expect(chooseMatch([])).toBeUndefined()
  })

  test('of equals is the first', () => {
    expect(chooseMatch([{ ...somebody, id: 7 }, somebody])?.id).toBe(7)
  })

  test('stays for the pause, and for ten minutes at least', () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)
    expect(windowOf(at(0), 60_000)).toBe(windowOf(at(9), 60_000))
    expect(windowOf(at(0), 60_000)).not.toBe(windowOf(at(10), 60_000))
    expect(windowOf(at(0), 3_600_000)).toBe(windowOf(at(59), 3_600_000))
  })
})
