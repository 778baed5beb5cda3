import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const status = { viewer: member, newest_broadcast: 1, unread_messages: 0, swaps_waiting: 0, unread_activity: 0 }
const completed = {
  id: 7,
  initiated_user: 'kojiro',
  matched_user: member,
  initiated_track_id: 2,
  initiated_track_name: 'Harbour',
  initiated_artist_name: 'The Tunnels',
  matched_track_id: 1,
  matched_track_name: 'Night Bus',
  matched_artist_name: 'The Tunnels',
  initiated_reaction: 5,
  matched_reaction: 4,
  swap_initiated_timestamp: '2026-11-24T10:00:00Z',
  song_swap_id: 7,
}
const shared = {
  initiator: { username: 'kojiro', pfpmed: '', track: 'Harbour', artist: 'The Tunnels', track_url: '', rating: 4 },
  matched: { username: 'mirelle', pfpmed: '', track: 'Night Bus', artist: 'The Tunnels', track_url: '', rating: 5 },
  completed_timestamp: '2026-11-24T10:00:00Z',
}
const EXPLANATION =
  'If you both agree, anyone can open a page with both tracks and ratings. What you wrote to each other is not on it.'
const SHARING = ['Share Results', 'Agree', 'Share Link', 'Stop Sharing']
const path = '/track-swap-results?id=7'

/** Shows the member's own completed swap. */
async function showOwn(initiated: boolean, matched: boolean) {
  const swap = { ...completed, shares: { initiated, matched } }
  host.responds({ 'user/status': status, 'get-song-swaps': { songSwaps: [swap] } })
  return showScreen(path, member)
}

for (const [initiated, matched, title, buttons] of [
  [false, false, 'Share the results', ['Share Results']],
  [false, true, 'Waiting for kojiro to agree', ['Stop Sharing']],
  [true, false, 'kojiro wants to share the results', ['Agree']],
  [true, true, `You and kojiro share the results`, ['Share Link', 'Stop Sharing']],
] as const)
  test(`a completed swap with the agreement of ${initiated}, ${matched} shows '${title}' and ${buttons.join(' and ')}`, async () => {
    const screen = await showOwn(initiated, matched)
    await screen.shows(title)
    if (!(initiated && matched)) await screen.shows(EXPLANATION)
    expect(screen.buttons().filter((name) => SHARING.includes(name))).toEqual(buttons)
  })

test('an agreement is shown at once, and its link once the server has it', async () => {
  const screen = await showOwn(true, false)
  host.responds({ 'share-song-swap': 'never' })
  await screen.press('Agree')
  await screen.shows('You and kojiro share the results')
  expect(screen.buttons().filter((name) => SHARING.includes(name))).toEqual(['Stop Sharing'])
})

test('an agreement that is refused is not shown as given, and can be tried again or discarded', async () => {
  const screen = await showOwn(false, false)
  host.responds({ 'share-song-swap': { status: 403, json: { error: 'Your account is suspended.' } } })
  await screen.press('Share Results')
  await screen.shows('Failed to change what you share')
  await screen.shows('Your account is suspended.')
  expect(screen.buttons()).toEqual(expect.arrayContaining(['Try Again', 'Discard', 'Share Results']))
  await screen.press('Discard')
  await screen.hides('Failed to change what you share')
})

test('a host that does not share results shows nothing about it', async () => {
  host.responds({ 'get-song-swaps': { songSwaps: [completed] } })
  const screen = await showScreen(path, member)
  await screen.contains('flipped sides')
  await screen.shows('Swap Points')
  expect(screen.buttons().filter((name) => SHARING.includes(name))).toEqual([])
})

test('the results with a member who has deleted the account cannot be shared', async () => {
  const swap = { ...completed, initiated_user: 'Deleted member 9', shares: { initiated: false, matched: false } }
  host.responds({ 'user/status': status, 'get-song-swaps': { songSwaps: [swap] } })
  const screen = await showScreen(path, member)
  await screen.shows('Swap Points')
  await screen.hides('Share the results')
})

test('a visitor sees the shared results, links to both members, and how to join', async () => {
  host.responds({ 'user/status': { ...status, viewer: null }, 'shared-swap?songswapid=7': shared })
  const screen = await showScreen(path, null)
  await screen.shows('Track Swap Results')
  for (const text of ['Harbour', 'Night Bus', '+4 swag', '+5 swag']) await screen.shows(text)
  await screen.contains('kojiro and mirelle flipped sides on 24 Nov.')
  for (const text of ['SIDE A · kojiro', 'SIDE B · mirelle']) await screen.shows(text)
  await screen.shows('Swap a track yourself')
  expect(screen.targets()).toEqual(
    expect.arrayContaining([
      '/profile/kojiro',
      '/profile/mirelle',
      `/login?next=${encodeURIComponent(path)}`,
      `/signup?next=${encodeURIComponent(path)}`,
    ]),
  )
})

test('a member sees the shared results of others, and can start a swap', async () => {
  host.responds({ 'user/status': status, 'shared-swap?songswapid=7': shared })
  const screen = await showScreen(path, member)
  await screen.contains('kojiro and mirelle flipped sides on 24 Nov.')
  expect(screen.links()).toContain('Start Track Swap')
  expect(screen.links()).not.toContain('Sign Up')
})

for (const name of [null, member] as const) {
  const who = name === null ? 'a visitor' : 'a member'
  test(`${who} reads 'Swap not found' of a swap that is not shared`, async () => {
    host.responds({ 'user/status': status, 'shared-swap': { status: 404, json: { error: 'Swap not found' } } })
    const screen = await showScreen(path, name)
    await screen.shows('Swap not found')
    expect(screen.buttons()).not.toContain('Try Again')
  })

  test(`${who} reads 'Swap not found' for a malformed id`, async () => {
    host.responds({ 'user/status': status })
    const screen = await showScreen('/track-swap-results?id=seven', name)
    await screen.shows('Swap not found')
  })

  test(`${who} can try again after the shared results could not be read`, async () => {
    host.responds({ 'user/status': status, 'shared-swap': 400 })
    const screen = await showScreen(path, name)
    await screen.shows('Failed to fetch swap details')
    host.responds({ 'shared-swap': shared })
    await screen.press('Try Again')
    await screen.shows('Harbour')
  })
}

test('results that are no longer shared disappear with the next response', async () => {
  host.responds({ 'user/status': status, 'shared-swap': shared })
  const screen = await showScreen(path, member)
  await screen.shows('Harbour')
  host.responds({ 'shared-swap': 404 })
  await screen.refresh()
  await screen.shows('Swap not found')
  await screen.hides('Harbour')
})

test('a visitor of a host without shared results is prompted to log in, and nothing is requested', async () => {
  host.responds({ 'shared-swap': shared })
  const screen = await showScreen(path, null)
  await screen.shows('Please log in to continue')
  await screen.hides('Harbour')
})

test('a member of a host without shared results reads that there is no such swap', async () => {
  host.responds({ 'shared-swap': shared })
  const screen = await showScreen(path, member)
  await screen.shows('Swap not found')
  await screen.hides('Harbour')
})
