import { expect, test } from 'vitest'
import { member, type Responds } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const row = {
  id: 4,
  track_id: 1,
  track: 'Slow Ferry',
  artist: 'Nine Rooms',
  links: 'deezer:3135556',
  saved_at: '2026-11-20T10:00:00Z',
  from_user: 'bo',
  from_kind: 'broadcast',
  from_id: 9,
}
const heard = { ...row, id: 3, track_id: 2, track: 'Harbour', links: undefined, from_user: undefined }
const broadcast = {
  id: 9,
  user: 'bo',
  title: 'Hear this',
  body: 'Slow Ferry by Nine Rooms',
  type: 'Track',
  relatedid: 1,
  timestamp: '2026-11-20T10:00:00Z',
  track: 'Slow Ferry',
  artist: 'Nine Rooms',
  links: 'youtube:dQw4w9WgXcQ deezer:3135556',
}
/** The page knows its own additions from the status. */
const status = { viewer: member, newest_broadcast: 9, unread_messages: 0, swaps_waiting: 0 }

const respond = (list: object) =>
  host.responds({
    'user/status': status,
    'user/save-for-later': { success: true },
    'user/later-tracks': { laterTracks: [], total: 0, heard: [], ...list },
    'get-broadcasts': { broadcasts: [broadcast] },
  })

/** Opens the track's menu, once the whole feed has replaced the first items. */
async function openMenu(feed: Awaited<ReturnType<typeof showScreen>>) {
  const name = 'Other services for Slow Ferry'
  await feed.waits(() => {
    expect(feed.buttons()).toContain(name)
    expect(document.querySelector('[role=feed][aria-busy=true]')).toBeNull()
  })
  await feed.press(name)
}

test('the list names who sent a track, opens it, and removes it with an undo', async () => {
  respond({ laterTracks: [row], total: 1 })
  const screen = await showScreen('/later', member)
  await screen.shows('Slow Ferry')
  expect(screen.text()).toContain('1 track.')
  expect(screen.links()).toContain('From bo')
  expect(screen.targets()).toEqual(expect.arrayContaining(['/broadcast/9', 'https://www.deezer.com/track/3135556']))
  await screen.press('Remove Slow Ferry')
  await screen.shows('Nothing to listen to later')
  await screen.waits(() => expect(host.requests('user/save-for-later')).toHaveLength(1))
  expect(host.requests('user/save-for-later')[0]?.address).toContain('is_saved=false')
})

test('a track that was heard can be put back', async () => {
  respond({ heard: [heard] })
  const screen = await showScreen('/later', member)
  await screen.shows('Heard')
  await screen.shows('Nothing to listen to later')
  await screen.press('Put back')
  await screen.waits(() => expect(screen.links()).toContain('Listen on Spotify to Harbour, opens outside'))
  expect(screen.buttons()).not.toContain('Put back')
})

test('without a connection Listen saves the track, and the list has it', async () => {
  respond({})
  const screen = await showScreen('/later', member)
  await screen.shows('Nothing to listen to later')
  const feed = await showScreen('/', member)
  await feed.waits(() => expect(feed.targets()).toContain('https://www.youtube.com/watch?v=dQw4w9WgXcQ'))
  await feed.goOffline()
  await feed.press(/^Listen/)
  await feed.shows('Saved to listen later')
})

test('a host without the list says so, and the menu of a track does not offer it', async () => {
  host.responds({ 'get-broadcasts': { broadcasts: [{ ...broadcast, links: undefined }] } })
  const list = await showScreen('/later', member)
  await list.shows('This server has no list to listen later.')
  const feed = await showScreen('/', member)
  await openMenu(feed)
  await feed.waits(() => expect(feed.links()).toContain('SpotifySearch'))
  expect(feed.buttons()).not.toContain('Listen later')
})

test.each<[string, Responds]>([
  ['a 500', 500],
  ['a 429', { status: 429, json: { error: 'Too many requests.' }, headers: { 'retry-after': '60' } }],
  ['no response', 'never'],
  ['a cut connection', 'cut'],
  ['a page of HTML', 'page'],
  ['other JSON', { is_offered: 'x', library: [] }],
])(
  'with %s about the library the menu has all services, and offers the library when it can be read',
  async (_, failure) => {
    respond({})
    host.responds({ 'user/music-library': failure })
    const feed = await showScreen('/', member)
    await openMenu(feed)
    await feed.waits(() => expect(feed.links()).toContain('DeezerExact'))
    expect(feed.links()).toContain('SpotifySearch')
    expect(feed.buttons()).toContain('Listen later')
    await feed.waits(() => expect(host.requests('user/music-library')).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(host.requests('user/music-library')).toHaveLength(1)
    expect(feed.links()).not.toContain('Play from your own library...')
    host.responds({ 'user/music-library': { is_offered: true, library: null } })
    await perform(() => host.release())
    await feed.refresh()
    await feed.waits(() => expect(feed.links()).toContain('Play from your own library...'))
  },
)

test('the menu of a track says which services have it, and saves it for later', async () => {
  respond({})
  const feed = await showScreen('/', member)
  await openMenu(feed)
  await feed.waits(() => expect(feed.links()).toContain('DeezerExact'))
  expect(feed.links()).toContain('SpotifySearch')
  await feed.press('Listen later')
  await feed.waits(() => expect(host.requests('user/save-for-later')).toHaveLength(1))
  const [request] = host.requests('user/save-for-later')
  expect(request?.address).toContain('artist=Nine+Rooms&track=Slow+Ferry&is_saved=true&from_kind=broadcast&from_id=9')
})
