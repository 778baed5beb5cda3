import { describe, expect, test } from 'vitest'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import { aSwap, begun, matchedSent, rated } from '#tests/support/swap-builders.ts'
import { type SwapStatus, swapStatus, toSwapView } from './status.ts'

const initiator = 'mirelle'
const matched = 'ada'
type Row = readonly [what: string, swap: SongSwap, expected: SwapStatus]

describe('the status for the initiator', () => {
  const rows: Row[] = [
    ['no track of either', aSwap(), 'pending'],
    ['no track of their own', aSwap({ ...matchedSent }), 'pending'],
    ['no track of the match', aSwap({ ...begun }), 'pending'],
    ['a rating before the track that goes with it', aSwap({ ...begun, matched_reaction: 4 }), 'pending'],
    ['both tracks and no rating of their own', aSwap({ ...begun, ...matchedSent }), 'action_required'],
    ["both tracks and the match's rating", aSwap({ ...begun, ...matchedSent, matched_reaction: 4 }), 'action_required'],
    ['their own rating alone', aSwap({ ...begun, ...matchedSent, initiated_reaction: 5 }), 'pending'],
    ['both ratings', aSwap({ ...begun, ...matchedSent, ...rated }), 'completed'],
  ]
  test.each(rows)('the initiator sees %s', (_, swap, expected) => expect(swapStatus(swap, initiator)).toBe(expected))
})

describe('the status for the matched member', () => {
  const rows: Row[] = [
    ['no track of the initiator', aSwap(), 'pending'],
    ['a track of their own before the first', aSwap({ ...matchedSent }), 'pending'],
    ["the initiator's track", aSwap({ ...begun }), 'action_required'],
    ['a rating without a track', aSwap({ ...begun, matched_reaction: 4 }), 'action_required'],
    ['a track without a rating', aSwap({ ...begun, ...matchedSent }), 'action_required'],
    ['track and rating sent', aSwap({ ...begun, ...matchedSent, matched_reaction: 4 }), 'pending'],
    ['both ratings', aSwap({ ...begun, ...matchedSent, ...rated }), 'completed'],
  ]
  test.each(rows)('the matched member sees %s', (_, swap, expected) => expect(swapStatus(swap, matched)).toBe(expected))
})

describe('the status of a swap that ended', () => {
  const ends = ['declined', 'withdrawn', 'expired'] as const
  test.each(ends)('a swap that was %s has that status on both sides', (ended) => {
    const swap = aSwap({ ...begun, ended })
    expect([swapStatus(swap, initiator), swapStatus(swap, matched)]).toEqual([ended, ended])
  })
  test('an unknown end of a newer host counts as expired', () => {
    expect(swapStatus(aSwap({ ...begun, ended: 'cancelled' }), initiator)).toBe('expired')
  })
  test('a swap with results is completed, even if it ended', () => {
    expect(swapStatus(aSwap({ ...begun, ...matchedSent, ...rated, ended: 'expired' }), matched)).toBe('completed')
  })
})

test('member names are compared case-insensitively', () => {
  expect(toSwapView(aSwap({ ...begun }), 'MIRELLE').isInitiator).toBe(true)
})

test('a track exists by its id, also if the host returns no name', () => {
  const swap = aSwap({ ...begun, initiated_track_name: null })
  expect(swapStatus(swap, matched)).toBe('action_required')
  expect(toSwapView(swap, matched).other.track?.name).toBe('Unknown track')
})
