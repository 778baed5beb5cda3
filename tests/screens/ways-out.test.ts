import { describe, expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const status = {
  viewer: null,
  newest_broadcast: 1,
  unread_messages: 0,
  swaps_waiting: 0,
  unread_activity: 0,
  notices: 0,
  open_reports: 0,
  now_playing: 0,
}
const noChart = { rows: [], plays: 0, entries: 0, from: '2026-11-20', until: '2026-11-26' }

describe('an empty screen leads to the import of a history', () => {
  test.each([
    ['/charts', { 'user/chart': noChart }, 'You have played nothing in this period.'],
    ['/charts?kind=albums', { 'user/chart': noChart }, 'No listen of this period names an album.'],
    [
      '/friends',
      { 'user/similar-taste': { neighbours: [], computed_at: null } },
      'Your taste has not been compared yet',
    ],
    ['/broadcast-track', { 'user/top-tracks': { topTracks: [] } }, 'No tracks found'],
    ['/listens', { 'user/listens': { listens: [] } }, 'No listens yet'],
  ])('%s', async (path, responses, text) => {
    host.responds(responses)
    const screen = await showScreen(path, member)
    await screen.shows(text)
    expect(screen.links()).toContain('Bring your history')
    expect(screen.targets()).toContain('/settings/listening')
  })
})

test('the file chooser is the first thing on the screen of the history, before what fails to load', async () => {
  host.responds({
    'user/listening-sources': { sources: [], imports: [], oldest: null, newest: null },
    'user/music-account': 500,
  })
  const screen = await showScreen('/settings/listening', member)
  await screen.shows('Choose Files')
  await screen.contains('Failed to load the music account')
  const [before, after] = (screen.text() ?? '').split('Choose Files')
  expect(before).toContain('Bring your history')
  expect(before).not.toContain('Failed to load')
  expect(after).toContain('Failed to load the music account')
})

test('a visitor of the Track Swap tab sees what it is, and can log in or sign up', async () => {
  const screen = await showScreen('/track-swap-entry', null)
  for (const text of ['Get Matched', 'Send & Receive', 'Earn Swag', 'Please log in to continue'])
    await screen.shows(text)
  expect(screen.targets()).toEqual(
    expect.arrayContaining(['/login?next=%2Ftrack-swap-entry', '/signup?next=%2Ftrack-swap-entry']),
  )
})

test('a visitor of the Track Swap tab sees a finished swap that both members share', async () => {
  const side = { pfpmed: '', track_url: '', rating: 4 }
  host.responds({
    'shared-swap': {
      initiator: { ...side, username: 'kaveh', track: 'Night Bus', artist: 'Lamplight Parade' },
      matched: { ...side, username: 'una', track: 'Salt Flats', artist: 'Meridian' },
      completed_timestamp: '2026-11-26T10:00:00Z',
    },
  })
  const screen = await showScreen('/track-swap-entry', null)
  await screen.shows('A swap between two members')
  await screen.shows('Salt Flats')
  expect(host.requests('shared-swap').map(({ address }) => address)).toEqual(['shared-swap'])
  expect(document.title).toBe('Track Swap · Flipside')
})

test('a visitor of a track sees it without own plays and actions, and can sign up', async () => {
  host.responds({ 'track/by-id': { track: { id: 1, name: 'Night Bus', artist_id: 1 }, topListeners: [], plays: 3 } })
  const screen = await showScreen('/track/1', null)
  await screen.shows('Who plays it')
  await screen.shows('Hear what others play')
  expect(screen.text()).not.toContain('Your plays')
  expect(screen.buttons()).not.toContain('Broadcast')
  expect(screen.targets()).toEqual(expect.arrayContaining(['/signup?next=%2Ftrack%2F1', '/login?next=%2Ftrack%2F1']))
})

test('a visitor of an artist sees the leaderboard, and on a host of the spec alone the log-in', async () => {
  host.responds({ 'user/status': status, 'artist/top-listeners': { topListeners: [] } })
  const screen = await showScreen('/artist/1', null)
  await screen.shows('Top listeners')
  await screen.shows('Hear what others play')
  expect(screen.text()).not.toContain('Your ranking')
  host.responds({ 'user/status': 404 })
  const other = await showScreen('/artist/1', null)
  await other.waits(() => expect(other.address()).toBe('/login?next=%2Fartist%2F1'))
})
