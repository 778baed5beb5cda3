import { describe, expect, test } from 'vitest'
import { type Candidate, chooseMatch, windowNumber } from './matching.ts'
import { checkPartners, findEnd, findSide, type Swap } from './rules.ts'

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
  sentAt: null,
  ended: null,
  endedAt: null,
}
const sent = { ...begun, initiatorTrackId: 100, sentAt: now }
const sentBack = { ...sent, matchedTrackId: 200 }
const ratedOnly = { ...sent, matchedRating: 4 }
const answered = { ...sentBack, matchedRating: 4 }
const completed = { ...answered, initiatorRating: 5 }

// The moves that each state allows are tested in moves.test.ts.
describe('a swap that nobody answers', () => {
  test('a swap expires 30 days after it was sent, without a track 30 days after its start', () => {
    const expired = { how: 'expired', at: now }
    const aSecondLater = new Date(now.getTime() + 1000)
    for (const swap of [sent, sentBack, ratedOnly]) {
      const old = { ...swap, createdAt: daysAgo(50), sentAt: daysAgo(30) }
      expect(findEnd(old, now)).toBeUndefined()
      expect(findEnd(old, aSecondLater)).toEqual(expired)
    }
    expect(findEnd({ ...begun, createdAt: daysAgo(30) }, now)).toBeUndefined()
    expect(findEnd({ ...begun, createdAt: daysAgo(30) }, aSecondLater)).toEqual(expired)
  })

  test('an answered swap never expires', () => {
    const old = { createdAt: daysAgo(900), sentAt: daysAgo(900) }
    expect(findEnd({ ...answered, ...old }, now)).toBeUndefined()
    expect(findEnd({ ...completed, ...old }, now)).toBeUndefined()
  })
})

test('a swap has two sides and rejects other members', () => {
  expect(findSide(sent, 10)).toBe('initiator')
  expect(findSide(sent, 20)).toBe('matched')
  expect(() => findSide(sent, 30)).toThrow('between two other members')
})

test('a swap with oneself or with System is rejected', () => {
  expect(() => checkPartners(10, { id: 10, is_system: false })).toThrow('yourself')
  expect(() => checkPartners(10, { id: 1, is_system: true })).toThrow('System')
  expect(() => checkPartners(10, { id: 20, is_system: false })).not.toThrow()
})

describe('a match', () => {
  const somebody: Candidate = { id: 1, name: 'a', isActive: true, hasListens: true, isSwappedLately: false }

  test('a match prefers members without a recent swap, then those with listens', () => {
    const lately = { ...somebody, id: 2, isSwappedLately: true }
    const silent = { ...somebody, id: 3, hasListens: false }
    const gone = { ...somebody, id: 4, isActive: false }
    expect(chooseMatch([gone, lately, silent, somebody])?.id).toBe(1)
    expect(chooseMatch([gone, lately, silent])?.id).toBe(3)
    expect(chooseMatch([gone, lately])?.id).toBe(2)
    expect(chooseMatch([gone])?.id).toBe(4)
    expect(chooseMatch([])).toBeUndefined()
  })

  test('a match among equal candidates is the first', () => {
    expect(chooseMatch([{ ...somebody, id: 7 }, somebody])?.id).toBe(7)
  })

  test('a match stays the same for the pause, and at least for ten minutes', () => {
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)
    expect(windowNumber(at(0), 60_000)).toBe(windowNumber(at(9), 60_000))
    expect(windowNumber(at(0), 60_000)).not.toBe(windowNumber(at(10), 60_000))
    expect(windowNumber(at(0), 3_600_000)).toBe(windowNumber(at(59), 3_600_000))
  })
})
