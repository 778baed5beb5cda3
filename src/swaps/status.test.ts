import { describe, expect, test } from 'vitest'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import { answered, aSwap, begun, rated } from '#tests/support/swap-builders.ts'
import { type SwapStatus, swapStatus, viewOf } from './status.ts'

const initiator = 'mirelle'
const matched = 'ada'
type Row = readonly [what: string, swap: SongSwap, expected: SwapStatus]

describe('the initiator sees', () => {
  const rows: Row[] = [
    ['no track of either', aSwap(), 'pending'],
    ['no track of their own', aSwap({ ...answered }), 'pending'],
    ['no track of the match', aSwap({ ...begun }), 'pending'],
    ['a rating before the track that goes with it', aSwap({ ...begun, matched_reaction: 4 }), 'pending'],
    ['both tracks and no rating of their own', aSwap({ ...begun, ...answered }), 'action_required'],
    ["both tracks and the match's rating", aSwap({ ...begun, ...answered, matched_reaction: 4 }), 'action_required'],
    ['their own rating alone', aSwap({ ...begun, ...answered, initiated_reaction: 5 }), 'pending'],
    ['both ratings', aSwap({ ...begun, ...answered, ...rated }), 'completed'],
  ]
  test.each(rows)('%s', (_, swap, expected) => expect(swapStatus(swap, initiator)).toBe(expected))
})

describe('the matched member sees', () => {
  const rows: Row[] = [
    ['no track of the initiator', aSwap(), 'pending'],
    ['a track of their own before the first', aSwap({ ...answered }), 'pending'],
    ["the initiator's track", aSwap({ ...begun }), 'action_required'],
    ['a rating without a track', aSwap({ ...begun, matched_reaction: 4 }), 'action_required'],
    ['a track without a rating', aSwap({ ...begun, ...answered }), 'action_required'],
    ['track and rating sent', aSwap({ ...begun, ...answered, matched_reaction: 4 }), 'pending'],
    ['both ratings', aSwap({ ...begun, ...answered, ...rated }), 'completed'],
  ]
  test.each(rows)('%s', (_, swap, expected) => expect(swapStatus(swap, matched)).toBe(expected))
})

describe('a swap that ended says so on both sides', () => {
  const ends = ['declined', 'withdrawn', 'expired'] as const
  test.each(ends)('%s', (ended) => {
    const swap = aSwap({ ...begun, ended })
    expect([swapStatus(swap, initiator), swapStatus(swap, matched)]).toEqual([ended, ended])
  })
  test('by a word of a newer host', () => {
    expect(swapStatus(aSwap({ ...begun, ended: 'cancelled' }), initiator)).toBe('expired')
  })
  test('but not when there are results', () => {
    expect(swapStatus(aSwap({ ...begun, ...answered, ...rated, ended: 'expired' }), matched)).toBe('completed')
  })
})

test('names are the same member in any case', () => {
  expect(viewOf(aSwap({ ...begun }), 'MIRELLE').isInitiator).toBe(true)
})

test('a track is there by its id, also where the host does not name it', () => {
  const swap = aSwap({ ...begun, initiated_track_name: null })
  expect(swapStatus(swap, matched)).toBe('action_required')
  expect(viewOf(swap, matched).other.track?.name).toBe('Unknown track')
})
