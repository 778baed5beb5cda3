import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const track = {
  id: 1,
  name: 'Slow Ferry',
  artist_id: 1,
  artist: 'Nine Rooms',
  lastfmtrackurl: 'https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry',
}
const DEEZER = 'https://www.deezer.com/track/3135556'

const showTrack = async (more: object) => {
  host.responds({
    'track/by-id': { track, topListeners: [], own_plays: 1, plays: 1, listeners: 1, ...more },
    'track/reject-link': { success: true },
  })
  const screen = await showScreen('/track/1', member)
  await screen.shows('Slow Ferry')
  return screen
}

test('a track opens at its address, and the list of services marks searches', async () => {
  const screen = await showTrack({ links: [{ service: 'deezer', id: '3135556', url: DEEZER }] })
  await screen.waits(() => expect(screen.links()).toContain('Listen on Deezer to Slow Ferry, opens outside'))
  expect(screen.targets()).toContain(DEEZER)
  expect(screen.links()).toContain('Deezer, opens outside')
  expect(screen.links()).toContain('Spotify (search), opens outside')
  await screen.press('Not this song on Deezer')
  await screen.waits(() => expect(screen.links()).toContain('Listen on Last.fm to Slow Ferry, opens outside'))
  expect(screen.text()).not.toContain('(search)')
  expect(screen.buttons()).not.toContain('Not this song on Deezer')
  await screen.waits(() => expect(host.requests('track/reject-link')).toHaveLength(1))
  const [request] = host.requests('track/reject-link')
  expect(request?.address).toContain('id=1&service=deezer&external_id=3135556&is_rejected=true')
})

test('a track of a host without links opens its page, and searches have no mark', async () => {
  const screen = await showTrack({})
  await screen.waits(() => expect(screen.links()).toContain('Listen on Last.fm to Slow Ferry, opens outside'))
  expect(screen.links()).toContain('Spotify, opens outside')
  expect(screen.text()).not.toContain('(search)')
  expect(screen.text()).not.toContain('Not this song')
})
