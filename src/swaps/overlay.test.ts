import { expect, test } from 'vitest'
import type { SongSwap } from '#contract/swaps.ts'
import { ackedAt, pendingActs } from '#tests/support/pending-acts.ts'
import { rateSwap, secondId, sendSwapTrack, startSwap } from './actions.ts'
import { overlaySwaps } from './overlay.ts'

const swap: SongSwap = {
  id: 5,
  initiated_user: 'mirelle',
  matched_user: 'ada',
  initiated_track_id: 1,
  initiated_track_name: 'Night Bus',
  initiated_artist_name: 'Lamplight Parade',
  initiated_track_url: null,
  matched_track_id: null,
  matched_track_name: null,
  matched_artist_name: null,
  matched_track_url: null,
  initiated_reaction: null,
  matched_reaction: null,
  swap_initiated_timestamp: '2026-11-19T08:00:00.000Z',
  song_swap_id: 5,
}
const track = { trackId: 2, track: 'Salt Flats', artist: 'The Quiet Meridian', url: 'https://example.org/2' }
const answer = [sendSwapTrack, { user: 'Ada', swapId: 5, ...track }] as const
const rate = (reaction: number) => [rateSwap, { user: 'ada', swapId: 5, reaction }] as const

test("a track and a rating given on the train stand on one's own side", () => {
  const [shown] = overlaySwaps([swap], pendingActs(answer, rate(4)))
  expect(shown).toMatchObject({ matched_track_name: 'Salt Flats', matched_reaction: 4, initiated_reaction: null })
  expect(shown?.waiting?.status).toBe('queued')
})

test('a rating that the server has already stands: it is set once', () => {
  expect(overlaySwaps([{ ...swap, matched_reaction: 2 }], pendingActs(rate(5)))[0]?.matched_reaction).toBe(2)
})

test('a swap begun offline comes first, and is the same swap once the server has it', () => {
  const begin = [startSwap, { user: 'ada', matchedUser: 'bo', ...track }] as const
  expect(overlaySwaps([swap], pendingActs(begin)).map((it) => [it.id, it.matched_user])).toEqual([
    [-1, 'bo'],
    [5, 'ada'],
  ])
  expect(overlaySwaps([swap], pendingActs(ackedAt(1, begin, 5)))).toHaveLength(1)
})

test("the second call's id differs from the first's, and is always the same one", () => {
  const id = '5b0a1f9e-6c3d-4c8f-9a51-0d9c2b7e4f3a'
  expect(secondId(id)).toBe('5b0a1f9e-6c3d-4c8f-9a51-0d9c2b7e4f3b')
  expect(secondId(secondId(id))).toBe(id)
})
