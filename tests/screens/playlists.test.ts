import { expect, onTestFinished, test, vi } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const row = (id: number, track: string) => ({
  id,
  track_id: id,
  track,
  artist: 'Loam',
  saved_at: '2026-11-20T10:00:00Z',
  links: 'deezer:3135556',
})
const later = { laterTracks: [row(2, 'Peat'), row(1, 'Fen')], total: 2, heard: [] }
const relay = {
  service: 'listenbrainz',
  title: 'ListenBrainz',
  account: 'ada_lb',
  base_url: '',
  is_on: true,
  is_stopped: false,
  pending: 0,
  sent: 1,
  last_sent_at: '',
  failure: null,
  next_at: '',
  ignored: [],
}
const LABEL = 'Save Listen later as a playlist'

/** Collects the files that the page saves. */
function collectFiles() {
  const files: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob) // the app saves files only
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return { files, names }
}

test('a list is saved as a file', async () => {
  const { files, names } = collectFiles()
  host.responds({ 'user/later-tracks': later, 'user/relays': { services: [], relays: [] } })
  const screen = await showScreen('/later', member)
  await screen.press(LABEL)
  await screen.shows('2 tracks')
  await screen.press(/^XSPF/)
  expect(names).toEqual(['Listen later.xspf'])
  expect(await files[0]?.text()).toMatch(/<title>Peat<\/title>.*\n.*<title>Fen<\/title>/)
  expect(screen.buttons()).not.toContain('Send to ListenBrainz')
})

test('a list that cannot be read can be tried again', async () => {
  host.responds({ 'user/later-tracks': later })
  const screen = await showScreen('/later', member)
  await screen.shows('Peat')
  host.responds({ 'user/later-tracks': 500 })
  await screen.press(LABEL)
  await screen.contains('The list could not be read. The server has a problem.')
  host.responds({ 'user/later-tracks': later })
  await screen.press('Try Again')
  await screen.shows('2 tracks')
})

test('a member who relays to ListenBrainz sends a list there', async () => {
  host.responds({
    'user/later-tracks': later,
    'user/relays': { services: [], relays: [relay] },
    'user/send-playlist': { playlist: 'x', url: 'https://listenbrainz.org/playlist/x/', added: 1 },
  })
  const screen = await showScreen('/later', member)
  await screen.press(LABEL)
  await screen.press('Send to ListenBrainz')
  await screen.shows('1 of 2 tracks saved at ListenBrainz, visible to you only.')
  expect(screen.targets()).toContain('https://listenbrainz.org/playlist/x/')
  expect(host.requests('user/send-playlist')[0]?.address).toContain('title=Listen+later&track_ids=2%2C1')
  host.responds({ 'user/send-playlist': { status: 400, json: { error: 'You relay no listens to ListenBrainz.' } } })
  await screen.press('Send to ListenBrainz')
  await screen.shows('You relay no listens to ListenBrainz.')
})
