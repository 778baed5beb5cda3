import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const NOT_STORED = 'Not on this device yet'

test.each([
  ['/artist/28', 'artist/by-id', 'Loading artist'],
  ['/exploration/28', 'artist/exploration', 'Loading'],
  ['/track/534', 'track', 'Loading'],
  ['/album/1', 'album', 'Loading'],
  ['/track-swap-history', 'get-song-swaps', 'Loading'],
  ['/followers/kojiro', 'user/followers', 'Loading'],
  ['/dm', 'user/conversations', 'Loading'],
  ['/profile/kojiro', 'user/profile', 'Loading'],
])('%s is not on this device as soon as the connection is lost, not after the request', async (path, read, loading) => {
  host.responds({ [read]: 'never' })
  const screen = await showScreen(path, member)
  await screen.contains(loading)
  await screen.goOffline()
  await screen.shows(NOT_STORED)
  await screen.hides('Loading...')
})

test('what is stored stays on the screen while the server is silent', async () => {
  const screen = await showScreen('/artist/1', member)
  await screen.contains('The Tunnels')
  await screen.goOffline()
  await screen.contains('The Tunnels')
  expect(document.body.textContent).not.toContain('Loading artist')
})

test('the glance at the own listening is not on this device while the server is silent', async () => {
  host.responds({ 'user/daily-plays': 'never', 'user/top-artists': 'never' })
  const screen = await showScreen('/profile', member)
  await screen.shows('Listening at a glance')
  await screen.goOffline()
  await screen.shows(NOT_STORED)
  await screen.hides('Loading...')
})

test('a response that arrives later is shown', async () => {
  host.responds({ 'artist/by-id': 'never' })
  const screen = await showScreen('/artist/28', member)
  await screen.goOffline()
  await screen.shows(NOT_STORED)
  host.release()
  await screen.contains('The Tunnels')
})
