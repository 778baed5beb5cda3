import { expect, test } from 'vitest'
import { ENTRIES_KEY } from '#contract/storage-names.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const follow = (id: number) => ({
  id,
  kind: 'follow',
  username: `fan${id}`,
  pfpsm: '',
  relatedid: null,
  subject: '',
  timestamp: '2026-11-20T08:00:00.000Z',
  unread: false,
})
/** The followers with ids from `newest` down to `oldest`. */
const follows = (newest: number, oldest: number) => ({
  activity: Array.from({ length: newest - oldest + 1 }, (_, place) => follow(newest - place)),
  unread: 0,
})
const head = `user/activity?user=${member}&limit=50`
const older = (before: number) => `${head}&before=${before}`
const row = (id: number) => `fan${id} follows you.`

test('stored cursors restore their pages, and numbers that are no cursor are ignored', async () => {
  const stored = { '/': { y: 0, lists: { pages: [11, -3, 0.5] } } }
  sessionStorage.setItem(ENTRIES_KEY, JSON.stringify(stored))
  host.responds({ [head]: follows(60, 11), [older(11)]: follows(10, 1), [older(-3)]: 400, [older(0.5)]: 400 })
  const screen = await showScreen('/activity', member)
  await screen.contains(row(1))
  expect(screen.buttons()).not.toContain('Try Again')
})

test('a list loads the page below its last row until a page is shorter than requested', async () => {
  host.responds({ [head]: follows(120, 71), [older(71)]: follows(70, 21), [older(21)]: follows(20, 1) })
  const screen = await showScreen('/activity', member)
  await screen.contains(row(71))
  await screen.press('Load more')
  await screen.contains(row(21))
  await screen.press('Load more')
  await screen.contains(row(1))
  expect(screen.buttons()).not.toContain('Load more')
})

test('a failed page leaves the list, and Try Again requests it once more', async () => {
  host.responds({ [head]: follows(60, 11), [older(11)]: 400 })
  const screen = await showScreen('/activity', member)
  await screen.press('Load more')
  await screen.shows('Failed to load activity')
  await screen.contains(row(11))
  host.responds({ [older(11)]: follows(10, 1) })
  await screen.press('Try Again')
  await screen.contains(row(1))
  await screen.hides('Failed to load activity')
})

test('after a 429 the foot of a list states when the next page may be requested', async () => {
  const limited = { status: 429, json: { error: 'Too many requests.' }, headers: { 'retry-after': '300' } }
  host.responds({ [head]: follows(60, 11), [older(11)]: limited })
  const screen = await showScreen('/activity', member)
  await screen.press('Load more')
  await screen.contains(/Try Again in [45]:\d\d/)
  await screen.contains(row(11))
})

test('older pages stay without a missing row when a new row moves the end of the head', async () => {
  host.responds({ [head]: follows(60, 11), [older(11)]: follows(10, 1) })
  const screen = await showScreen('/activity', member)
  await screen.press('Load more')
  await screen.contains(row(1))
  host.responds({ [head]: follows(61, 12), [older(12)]: follows(11, 1) })
  await screen.refresh()
  await screen.contains(row(61))
  await screen.contains(row(11))
  await screen.contains(row(1))
})

test('a search through all swaps reads page after page', async () => {
  const swap = (id: number, reaction: number | null) => ({
    id,
    song_swap_id: id,
    initiated_user: member,
    matched_user: 'kojiro',
    initiated_track_id: 1,
    matched_track_id: 2,
    initiated_track_name: 'Night Bus',
    matched_track_name: 'Tide',
    initiated_reaction: reaction,
    matched_reaction: reaction,
    swap_initiated_timestamp: '2026-11-20T08:00:00.000Z',
  })
  const open = Array.from({ length: 1000 }, (_, place) => swap(1002 - place, null))
  host.responds({
    [`get-song-swaps?user=${member}`]: { songSwaps: open },
    [`get-song-swaps?user=${member}&limit=1000&before=3`]: { songSwaps: [swap(2, 4)] },
    [`get-song-swaps?user=${member}&songswapid=2`]: { songSwaps: [swap(2, 4)] },
  })
  const screen = await showScreen('/swap-points-results', member)
  await screen.contains('kojiro')
  expect(screen.address()).toContain('id=2')
})
