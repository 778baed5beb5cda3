import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

/** A swap that Kojiro began, completed on a day of November. */
const completed = (id: number, day: number, changed: object = {}) => ({
  id,
  song_swap_id: id,
  initiated_user: 'kojiro',
  matched_user: member,
  initiated_track_id: 2,
  initiated_track_name: `Harbour ${id}`,
  initiated_artist_name: 'The Tunnels',
  matched_track_id: 1,
  matched_track_name: `Night Bus ${id}`,
  matched_artist_name: 'The Tunnels',
  initiated_reaction: 2,
  matched_reaction: 4,
  swap_initiated_timestamp: `2026-11-${day}T10:00:00Z`,
  completed_timestamp: `2026-11-${day}T12:00:00Z`,
  ...changed,
})

const path = '/track-swap-detail?id=7'

/** Shows the result of swap 7 among other swaps. */
async function showResult(swap: object, others: readonly object[] = []) {
  host.responds({
    'get-song-swaps': { songSwaps: [...others, swap] },
    'get-song-swaps?user=ada&songswapid=7': { songSwaps: [swap] },
  })
  const screen = await showScreen(path, member)
  await screen.shows('Your swag')
  return screen
}

const shelved = (targets: readonly (string | null)[]) =>
  targets.filter((target) => target?.startsWith('/track-swap-detail') && target !== path)

test('a result shows the other completed swaps with its partner, newest first, with both ratings', async () => {
  const screen = await showResult(completed(7, 20), [
    completed(9, 12),
    completed(8, 14, { initiated_reaction: 5, matched_reaction: 1 }),
    completed(6, 15, { initiated_user: 'una' }),
    completed(5, 16, { ended: 'declined', matched_reaction: null }),
  ])
  await screen.shows('Your shelf with kojiro')
  expect(shelved(screen.targets())).toEqual(['/track-swap-detail?id=8', '/track-swap-detail?id=9'])
  expect(screen.links()).toContain('Harbour 8 +1 swag Night Bus 8 +5 swag 14 Nov')
})

test('a first swap with a member has no shelf', async () => {
  const screen = await showResult(completed(7, 20), [completed(6, 15, { initiated_user: 'una' })])
  await screen.hides('Your shelf with kojiro')
})

test('a shelf has at most twelve swaps', async () => {
  const others = Array.from({ length: 14 }, (_, index) => completed(index + 20, index + 10))
  const screen = await showResult(completed(7, 9), others)
  await screen.shows('Your shelf with kojiro')
  expect(shelved(screen.targets())).toHaveLength(12)
})

test('the last completed swap counts the swag from the old to the new number', async () => {
  const screen = await showResult(completed(7, 20), [completed(6, 15)])
  await screen.contains('Your swag1 → to 3')
})

for (const [why, swap, others] of [
  ['of an earlier swap', completed(7, 20), [completed(8, 22)]],
  [
    'after a profile that is older than the swap',
    completed(7, 20, { completed_timestamp: '2126-01-01T00:00:00Z' }),
    [],
  ],
  ['of a host without the time of the completion', completed(7, 20, { completed_timestamp: undefined }), []],
] as const)
  test(`the result ${why} shows the current swag alone`, async () => {
    const screen = await showResult(swap, others)
    await screen.contains('Your swag3')
    expect(screen.text()).not.toContain('→')
  })

test('a result shows how often both members have played the received tracks since', async () => {
  const screen = await showResult(completed(7, 20, { plays_since: { initiated: 7, matched: 1 } }))
  await screen.contains('Kept kojiro has played Night Bus 7 7 times since.')
  await screen.contains('Kept you have played Harbour 7 once since.')
})

test('a result says nothing of tracks that were not played since, or by a member that hides it', async () => {
  const screen = await showResult(completed(7, 20, { plays_since: { initiated: null, matched: 0 } }))
  expect(screen.text()).not.toContain('Kept')
})
