import { expect, test } from 'vitest'
import { ackedAt, actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { aSwap, begun, matchedSent, rated } from '#tests/support/swap-builders.ts'
import { overlaySwaps } from './overlay.ts'
import { declineSwap, rateSwap, secondId, sendSwapTrack, setSwapSharing, startSwap, withdrawSwap } from './senders.ts'

const swap = aSwap(begun)
const track = { trackId: 2, track: 'Salt Flats', artist: 'The Quiet Meridian', url: 'https://example.org/2' }
const sendTrack = [sendSwapTrack, { user: 'Ada', swapId: 5, ...track }] as const
const rate = (reaction: number) => [rateSwap, { user: 'ada', swapId: 5, reaction }] as const

test("a pending track and rating are on the user's side", () => {
  const [shown] = overlaySwaps([swap], pendingActions(sendTrack, rate(4)))
  expect(shown).toMatchObject({ matched_track_name: 'Salt Flats', matched_reaction: 4, initiated_reaction: null })
  expect(shown?.waiting?.status).toBe('queued')
})

test('a rating on the server takes precedence over a pending one', () => {
  expect(overlaySwaps([{ ...swap, matched_reaction: 2 }], pendingActions(rate(5)))[0]?.matched_reaction).toBe(2)
})

test('a swap begun offline is first, and is the same swap once the server has it', () => {
  const begin = [startSwap, { user: 'ada', matchedUser: 'bo', ...track }] as const
  expect(overlaySwaps([swap], pendingActions(begin)).map((overlay) => [overlay.id, overlay.matched_user])).toEqual([
    [-1, 'bo'],
    [5, 'ada'],
  ])
  expect(overlaySwaps([swap], pendingActions(ackedAt(1, begin, 5)))).toHaveLength(1)
})

test('a swap with a pending decline or withdrawal has ended, and is waiting', () => {
  const ended = (act: typeof declineSwap | typeof withdrawSwap) =>
    overlaySwaps([swap], pendingActions([act, { user: 'ada', swapId: 5 }]))[0]
  expect(ended(declineSwap)).toMatchObject({ ended: 'declined', waiting: { status: 'queued' } })
  expect(ended(withdrawSwap)).toMatchObject({ ended: 'withdrawn', ended_timestamp: '2026-11-20T08:12:00.000Z' })
})

test("a pending agreement to share the results is on the user's side, and the latest one counts", () => {
  const completed = aSwap({ ...begun, ...matchedSent, ...rated, shares: { initiated: true, matched: false } })
  const set = (isShared: boolean) => [setSwapSharing, { user: 'Ada', swapId: 5, isShared }] as const
  expect(overlaySwaps([completed], pendingActions(set(true)))[0]).toMatchObject({
    shares: { initiated: true, matched: true },
    waiting: { action: 'swaps.share' },
  })
  expect(overlaySwaps([completed], pendingActions(set(true), set(false)))[0]?.shares).toEqual(completed.shares)
  const refused = overlaySwaps([completed], pendingActions(actionIn('parked', set(true))))[0]
  expect(refused).toMatchObject({ shares: { matched: false }, refused: { action: 'swaps.share' } })
  expect(overlaySwaps([aSwap(rated)], pendingActions(set(true)))[0]?.shares).toBeUndefined()
})

test('a refused action is shown as refused, not as done', () => {
  const [shown] = overlaySwaps([swap], pendingActions(actionIn('parked', sendTrack), actionIn('parked', rate(4))))
  expect(shown).toMatchObject({ matched_track_name: null, matched_reaction: null, refused: { action: 'swaps.rate' } })
})

test('a refused swap stays in the list with its track, with an id that no real swap has', () => {
  const begin = [startSwap, { user: 'ada', matchedUser: 'bo', ...track }] as const
  const [shown] = overlaySwaps([swap], pendingActions(actionIn('parked', begin)))
  expect(shown).toMatchObject({ id: -1, matched_user: 'bo', refused: { status: 'parked' } })
  expect(shown?.waiting).toBeUndefined()
})

test('a created swap with a refused track is shown once, with the track and the refusal', () => {
  const begin = [startSwap, { user: 'mirelle', matchedUser: 'ada', ...track }] as const
  const shown = overlaySwaps([aSwap()], pendingActions({ ...actionIn('parked', begin), madeId: 5 }))
  expect(shown).toMatchObject([{ id: 5, initiated_track_name: 'Salt Flats', refused: { action: 'swaps.start' } }])
  const waiting = overlaySwaps([aSwap()], pendingActions({ ...actionIn('waiting', begin), madeId: 5 }))
  expect(waiting).toMatchObject([{ id: 5, initiated_track_name: 'Salt Flats', waiting: { action: 'swaps.start' } }])
  expect(overlaySwaps([swap], pendingActions({ ...actionIn('parked', begin), madeId: 5 }))).toEqual([swap])
})

test("the second request's id differs from the first's and is deterministic", () => {
  const id = '5b0a1f9e-6c3d-4c8f-9a51-0d9c2b7e4f3a'
  expect(secondId(id)).toBe('5b0a1f9e-6c3d-4c8f-9a51-0d9c2b7e4f3b')
  expect(secondId(secondId(id))).toBe(id)
})
