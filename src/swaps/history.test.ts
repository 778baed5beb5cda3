import { expect, test } from 'vitest'
import { aSwap, begun, matchedSent, rated } from '#tests/support/swap-builders.ts'
import { asHistory, countByStatus, filterHistory, waitingFirst } from './history.ts'

const swaps = [
  aSwap({ ...begun, id: 4, song_swap_id: 4 }),
  aSwap({ ...begun, ...matchedSent, ...rated, id: 3, song_swap_id: 3 }),
  aSwap({ ...begun, id: 2, song_swap_id: 2, ended: 'declined' }),
  aSwap({ ...begun, id: 1, song_swap_id: 1, initiated_user: 'bo' }),
]
const items = asHistory(swaps, 'ada')
const ids = (status: Parameters<typeof filterHistory>[2]['status'], typed: string) =>
  filterHistory(items, 'ada', { status, typed }).map(({ swap }) => swap.id)

test('the count by status lists action required first, without empty statuses', () => {
  expect(countByStatus(items)).toEqual([
    { status: 'action_required', count: 2 },
    { status: 'completed', count: 1 },
    { status: 'declined', count: 1 },
  ])
})

test('the history is filtered by status, partner and track, case-insensitively', () => {
  expect(ids(undefined, '')).toEqual([4, 3, 2, 1])
  expect(ids('action_required', '')).toEqual([4, 1])
  expect(ids(undefined, ' BO ')).toEqual([1])
  expect(ids(undefined, 'quiet mer')).toEqual([3])
  expect(ids('completed', 'night bus')).toEqual([3])
  expect(ids('pending', '')).toEqual([])
})

test('swaps that wait for the viewer come first, each kind in its order', () => {
  expect(waitingFirst(items).map(({ swap }) => swap.id)).toEqual([4, 1, 3, 2])
})
