import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MEMBER_KEY, PLAYER_KEY } from '#contract/storage-names.ts'
import { requestPlay } from '#src/listening/player/play-request.ts'
import { member, type Responds } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const plays = () => vi.spyOn(HTMLMediaElement.prototype, 'play').mock.contexts
/** Returns the player's element. */
// The method's `this`.
const audio = () => plays().at(-1) as HTMLMediaElement

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  onTestFinished(async () => {
    await perform(() => requestPlay(null))
    vi.restoreAllMocks()
  })
})

const row = (id: number, links?: string) => ({
  id,
  track_id: id,
  track: `Song ${id}`,
  artist: 'Ada',
  saved_at: '2026-11-26T10:00:00Z',
  ...(links && { links }),
})
/** The list of tracks for later: two are in the own library. */
const laterTracks = [row(1, 'library:1'), row(2, 'deezer:3135556'), row(3, 'library:3')]

async function showList() {
  host.responds({
    'user/later-tracks': { laterTracks, total: 3, heard: [] },
    'user/status': { viewer: member, unread_messages: 0, swaps_waiting: 0 },
    'user/report-playing': { success: true },
    'user/report-play': { success: true },
    '/library/songs/': 404,
  })
  const screen = await showScreen('/later', member)
  await screen.shows('Song 1')
  return screen
}

const emit = (name: string, set: Partial<Record<'duration' | 'currentTime', number>> = {}) =>
  perform(() => {
    for (const [key, value] of Object.entries(set))
      Object.defineProperty(audio(), key, { value, writable: true, configurable: true })
    audio().dispatchEvent(new Event(name))
  })

/** Presses a song's Listen, and waits until the player has begun to load it. */
async function listen(id: number) {
  const screen = await showList()
  await screen.press(`Listen to Song ${id} from your library`)
  await screen.waits(() => expect(plays()).toHaveLength(1))
  return screen
}

const named = (name: string) => document.querySelector(`[aria-label="${name}"]`)

test('Listen plays a track of the own library here, and the next of its list follows', async () => {
  const screen = await listen(1)
  expect(screen.links()).toContain('Listen on Deezer to Song 2, opens outside')
  expect(named('Player')?.textContent).toContain('Song 1')
  expect(audio().getAttribute('src')).toBe('/library/songs/1')
  await emit('playing', { duration: 200, currentTime: 0 })
  await screen.waits(() => expect(host.requests('user/report-playing')).toHaveLength(1))
  expect(host.requests('user/report-playing')[0]?.address).toBe(
    'user/report-playing?user=ada&track_id=1&duration_ms=200000',
  )
  expect(screen.buttons()).toContain('Pause')
  await screen.press('Next')
  expect(named('Player')?.textContent).toContain('Song 3')
  expect(audio().getAttribute('src')).toBe('/library/songs/3')
})

test('the bar opens a large view with the cover, the page of the track and the next songs', async () => {
  const screen = await listen(1)
  expect(document.querySelector('[aria-label="Player"] img')?.getAttribute('src')).toBe('/library/songs/1/cover')
  await screen.press('Song 1Loading...')
  await screen.shows('Now playing')
  const dialog = document.querySelector('dialog[open]')
  expect(dialog?.querySelector('img')?.getAttribute('src')).toBe('/library/songs/1/cover')
  expect(dialog?.querySelector('a')?.getAttribute('href')).toBe('/track/1')
  await screen.press('Play Song 3 by Ada')
  expect(audio().getAttribute('src')).toBe('/library/songs/3')
  expect(dialog?.querySelector('img')?.getAttribute('src')).toBe('/library/songs/3/cover')
  expect(dialog?.textContent).not.toContain('Next')
  await screen.press('Close')
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('a sleeve is drawn where the library has no cover', async () => {
  await listen(1)
  await perform(() => void document.querySelector('[aria-label="Player"] img')?.dispatchEvent(new Event('error')))
  expect(document.querySelector('[aria-label="Player"] img')).toBeNull()
  expect(document.querySelector('[aria-label="Player"] svg[data-motif]')).not.toBeNull()
})

test('half of a track is reported as one listen', async () => {
  const screen = await listen(3)
  await emit('playing', { duration: 100, currentTime: 0 })
  await emit('timeupdate', { currentTime: 51 })
  await emit('timeupdate', { currentTime: 90 })
  await screen.waits(() => expect(host.requests('user/report-play?')).toHaveLength(1))
  const { searchParams } = new URL(host.requests('user/report-play?')[0]?.address ?? '', 'http://x/')
  expect(Object.fromEntries(searchParams)).toMatchObject({ track_id: '3', played_ms: '51000', duration_ms: '100000' })
  expect(searchParams.get('client_id')).not.toBeNull()
})

test('the slider moves by its keys and states the position in words', async () => {
  await listen(1)
  await emit('playing', { duration: 200, currentTime: 0 })
  const slider = named('Position in Song 1') as HTMLInputElement // found above
  expect(slider.getAttribute('aria-valuetext')).toBe('0:00 of 3:20')
  // What a browser does for an arrow key.
  await perform(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, '65')
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(audio().currentTime).toBe(65)
  expect(slider.getAttribute('aria-valuetext')).toBe('1:05 of 3:20')
})

test.each<[Responds, string]>([
  [409, 'Your library rejects the linked account. Link it again in Settings, Music library.'],
  [502, 'Your library failed to send this song.'],
  [500, 'The server failed to send this song (500).'],
  ['cut', 'There is no connection. Songs that are stored on this device play without one.'],
  ['page', 'There is no connection. Songs that are stored on this device play without one.'],
  [
    { status: 429, json: { error: 'Too many requests.' }, headers: { 'retry-after': '30' } },
    'Too many songs are playing. Try again in a moment.',
  ],
])('the failure %j is stated on the bar with a way to try again', async (responds, sentence) => {
  const screen = await listen(1)
  host.responds({ '/library/songs/': responds })
  await emit('error')
  await screen.shows(sentence)
  expect(host.requests('/library/songs/1')).toHaveLength(1)
  await screen.press('Try Again')
  await screen.hides(sentence)
  expect(host.requests('/library/songs/1')).toHaveLength(1)
  await emit('playing', { duration: 200, currentTime: 0 })
  expect(screen.buttons()).toContain('Pause')
  await screen.press('Next')
  expect(named('Player')?.textContent).toContain('Song 3')
})

test("a track's page plays it from the own library", async () => {
  const track = { id: 1, name: 'Song 1', artist_id: 2, artist: 'Ada', lastfmtrackurl: '' }
  const links = [{ service: 'library', id: '1', url: '/library/songs/1' }]
  host.responds({
    'track/by-id': { track, links, own_plays: 1, plays: 1, listeners: 1, topListeners: [] },
    '/library/songs/': 404,
  })
  const screen = await showScreen('/track/1', member)
  await screen.contains('Your library, plays here')
  await screen.press('Listen to Song 1 from your library')
  await screen.waits(() => expect(audio().getAttribute('src')).toBe('/library/songs/1'))
})

test('closing the player stops it', async () => {
  const screen = await listen(1)
  await screen.press('Close the player')
  expect(named('Player')).toBeNull()
  expect(audio().hasAttribute('src')).toBe(false)
})

test('a reload shows the list and the place of the song, paused, and closing the player deletes both', async () => {
  localStorage.setItem(MEMBER_KEY, JSON.stringify({ username: member }))
  const before = await listen(1)
  await emit('playing', { duration: 200, currentTime: 0 })
  await emit('timeupdate', { currentTime: 65 })
  const stored = localStorage.getItem(PLAYER_KEY)
  expect(stored).not.toBeNull()
  await before.press('Close the player')
  expect(localStorage.getItem(PLAYER_KEY)).toBeNull()

  // What a reload leaves: the text, and a page that has requested nothing.
  localStorage.setItem(PLAYER_KEY, stored ?? '')
  await perform(() => requestPlay('stored'))
  await before.waits(() => expect(named('Player')?.textContent).toContain('Song 1'))
  expect((named('Position in Song 1') as HTMLInputElement).getAttribute('aria-valuetext')).toBe('1:05 of 3:20') // a slider
  expect(plays()).toHaveLength(1)
  await before.press('Play')
  expect([audio().getAttribute('src'), audio().currentTime]).toEqual(['/library/songs/1', 65])
  await before.press('Next')
  expect(named('Player')?.textContent).toContain('Song 3')
})

test('a stored text that is no place shows no player, and a later press plays', async () => {
  localStorage.setItem(PLAYER_KEY, '{')
  const screen = await showList()
  await perform(() => requestPlay('stored'))
  await screen.waits(() => expect(localStorage.getItem(PLAYER_KEY)).toBeNull())
  expect(named('Player')).toBeNull()
  await screen.press('Listen to Song 3 from your library')
  await screen.waits(() => expect(named('Player')?.textContent).toContain('Song 3'))
})

test('an account that the library rejects leads to the settings, and other failures do not', async () => {
  const screen = await listen(1)
  host.responds({ '/library/songs/': 502 })
  await emit('error')
  await screen.shows('Your library failed to send this song.')
  expect(screen.links()).not.toContain('Open Settings')
  host.responds({ '/library/songs/': 409, 'user/music-library': { is_offered: true, library: null } })
  await screen.press('Try Again')
  await emit('error')
  await screen.shows('Open Settings')
  await screen.press('Open Settings')
  expect(screen.address()).toBe('/settings/music-library')
  await screen.shows('Link Library')
})

test('without a connection a song that is not stored is saved for later', async () => {
  const screen = await showList()
  host.responds({ 'user/save-for-later': 'never' })
  await screen.goOffline()
  await screen.press('Listen to Song 1 from your library')
  await screen.shows('Saved to listen later')
  expect(named('Player')).toBeNull()
})
