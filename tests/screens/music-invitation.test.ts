import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const INVITATION = 'Hear what others play'
const status = { viewer: null, newest_broadcast: 1, unread_messages: 0, swaps_waiting: 0, unread_activity: 0 }
const count = (text: string) => text.split(INVITATION).length - 1

test.each([
  ['/track/1', 'track', 500, 'Failed to load the track'],
  [
    '/track/1',
    'track',
    { track: null, links: [], own_plays: 0, plays: 0, listeners: 0, topListeners: [] },
    'Track not found',
  ],
  ['/album/1', 'album', 500, 'Failed to load the album'],
  ['/artist/1', 'artist/by-id', 500, 'Failed to load the artist'],
  ['/artist/1', 'artist/by-id', 404, 'Artist not found'],
])('a visitor of %s with %s as %o reads the invitation below the failure', async (path, read, responded, text) => {
  host.responds({ 'user/status': status, [read]: responded })
  const screen = await showScreen(path, null)
  await screen.shows(text)
  await screen.shows(INVITATION)
  expect(screen.links()).toEqual(expect.arrayContaining(['Sign Up', 'Log In']))
})

test('a member reads no invitation below a failure', async () => {
  host.responds({ 'artist/by-id': 500 })
  const screen = await showScreen('/artist/1', member)
  await screen.shows('Failed to load the artist')
  await screen.hides(INVITATION)
})

test('a page that is shown has the invitation once', async () => {
  host.responds({ 'user/status': status })
  const screen = await showScreen('/artist/1', null)
  await screen.shows(INVITATION)
  expect(count(screen.text())).toBe(1)
})
