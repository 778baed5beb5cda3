import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a track opens at its address, apart from searches', async () => {
  const screen = await showTrack({ links: [{ service: 'deezer', id: '3135556', url: DEEZER }] })
  await screen.waits(() => expect(screen.links()).toContain('Listen on Deezer to Slow Ferry, opens outside'))
  expect(screen.targets()).toContain(DEEZER)
  expect(screen.links()).toContain('Deezer, opens outside')
  expect(screen.links()).toContain('Spotify, opens outside')
  expect(screen.text()).toMatch(/Opens in.*Last\.fm.*Deezer.*Search in.*Spotify/)
  await screen.press('Not this song on Deezer')
  await screen.waits(() => expect(screen.links()).toContain('Listen on Last.fm to Slow Ferry, opens outside'))
  expect(screen.text()).toMatch(/Opens in.*Last\.fm.*Search in.*Spotify.*Deezer/)
  expect(screen.text()).not.toContain('Opens another song?')
  expect(screen.buttons()).not.toContain('Not this song on Deezer')
  await screen.waits(() => expect(host.requests('track/reject-link')).toHaveLength(1))
  const [request] = host.requests('track/reject-link')
  expect(request?.address).toContain('id=1&service=deezer&external_id=3135556&is_rejected=true')
})

test('a track of a host without links opens its page, and can be searched for', async () => {
  const screen = await showTrack({})
  await screen.waits(() => expect(screen.links()).toContain('Listen on Last.fm to Slow Ferry, opens outside'))
  expect(screen.links()).toContain('Spotify, opens outside')
  expect(screen.text()).toMatch(/Opens in.*Last\.fm.*Search in.*Spotify/)
  expect(screen.text()).not.toContain('Not this song')
})

test('a press on Listen in the feed opens the track before the code of services has loaded', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => void vi.restoreAllMocks())
  const shared = { type: 'Track', track: 'Slow Ferry', artist: 'Nine Rooms', relatedid: 1, likes: 0, body: '' }
  const row = { id: 7, user: 'bo', title: 'For the bridge', timestamp: '2026-11-26T12:00:00Z' }
  host.responds({ 'get-broadcasts': { broadcasts: [{ ...row, ...shared, track_url: track.lastfmtrackurl }] } })
  vi.resetModules() // an app that has loaded no code yet
  const fresh = await import('./show-screen.ts')
  const screen = await fresh.showScreen('/', null)
  await screen.press('Listen')
  await screen.waits(() => expect(open).toHaveBeenCalledWith(track.lastfmtrackurl, '_blank', 'noopener,noreferrer'))
})
