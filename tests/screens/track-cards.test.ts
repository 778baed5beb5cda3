import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const FIELD = 'Search tracks'
const status = {
  viewer: member,
  newest_broadcast: 1,
  unread_messages: 0,
  swaps_waiting: 0,
  unread_activity: 0,
  notices: 0,
  open_reports: 0,
  now_playing: 0,
}
const found = (...names: string[]) => ({
  artists: [],
  albums: [],
  tracks: names.map((name, place) => ({ id: place + 1, name, artist_id: 1, artist: 'The Tunnels' })),
})

async function attach(search: Parameters<typeof host.responds>[0][string], tracks?: object) {
  host.responds({
    'user/status': status,
    'user/direct-messages': { directMessages: [] },
    'search-music': search,
    ...(tracks && { 'user/top-tracks': tracks }),
  })
  const screen = await showScreen('/dm/kojiro', member)
  await screen.shows('No messages yet. Start the conversation!')
  await screen.press('Attach a track')
  await screen.getField(FIELD)
  return screen
}

test('a track that others have played is found beside the own ones, and attached', async () => {
  const screen = await attach(found('Night Bus', 'Night Train'))
  await screen.shows('Night Bus')
  await screen.types(FIELD, 'night')
  await screen.shows('Night Train')
  await screen.shows('Played by other members')
  expect(screen.options()).toHaveLength(2)
  expect(host.requests('search-music').map(({ address }) => address)).toEqual(['search-music?search_term=night'])
  await screen.press(/Night Train/)
  await screen.shows('Night Train')
  expect(screen.buttons()).toContain('Remove the track')
})

test('a member without own tracks searches those of others', async () => {
  const screen = await attach(found('Night Train'), { topTracks: [] })
  await screen.types(FIELD, 'night')
  await screen.shows('Night Train')
})

test('a search that fails says so, and leaves the own tracks', async () => {
  const screen = await attach(500)
  await screen.types(FIELD, 'night')
  await screen.shows('Failed to search music')
  expect(screen.options()).toHaveLength(1)
})

test('a search without a result says so, and a host without it says nothing', async () => {
  const screen = await attach(found())
  await screen.types(FIELD, 'zz')
  await screen.shows('No other members have played a track with these words.')
  const lacking = await attach(404)
  await lacking.types(FIELD, 'zz')
  await lacking.hides('Searching music...')
  expect(lacking.options()).toEqual([])
})

test('a search leaves room for the tracks of others, and shows all own ones without them', async () => {
  const own = Array.from({ length: 8 }, (_, place) => ({
    id: place + 10,
    track: `Night ${place}`,
    artist: 'Ebb',
    plays: 1,
  }))
  const screen = await attach(found('Night Train'), { topTracks: own })
  await screen.types(FIELD, 'night')
  await screen.shows('Night Train')
  expect(screen.options()).toHaveLength(5 + 1)
  host.responds({ 'search-music': 500 })
  await screen.types(FIELD, ' ')
  await screen.types(FIELD, '1')
  await screen.shows('Failed to search music')
  expect(screen.options()).toEqual([expect.stringContaining('Night 1')])
})
