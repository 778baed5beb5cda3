import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const track = { id: 1, name: 'Slow Ferry', artist_id: 7, artist: 'Nine Rooms feat. Loam', lastfmtrackurl: '' }
const artists = [
  { id: 2, name: 'Nine Rooms', joiner: ' feat. ' },
  { id: 3, name: 'Loam', joiner: '' },
]
const audience = { topListeners: [], own_plays: 1, plays: 1, listeners: 1 }

const listTargets = (targets: readonly (string | null)[]) => targets.filter((target) => target?.includes('/artist/'))

test("a track's page links to each artist of its credit", async () => {
  host.responds({ 'track/by-id': { track: { ...track, artists }, ...audience } })
  const screen = await showScreen('/track/1', member)
  await screen.contains('Nine Rooms feat. Loam')
  expect(listTargets(screen.targets())).toEqual(['/artist/2', '/artist/3'])
})

test.each([
  ['of a host that names none', {}],
  ['that are no list', { artists: 'Nine Rooms' }],
])("a track's page has one link to artists %s", async (_, more) => {
  host.responds({ 'track/by-id': { track: { ...track, ...more }, ...audience } })
  const screen = await showScreen('/track/1', member)
  await screen.contains('Nine Rooms feat. Loam')
  expect(listTargets(screen.targets())).toEqual(['/artist/7'])
})

test("an artist's tracks name the other artists of a credit, and only of a credit", async () => {
  const row = { plays: 1, listeners: 1, cover: '' }
  host.responds({
    'artist/by-id': { artist: { id: 2, name: 'Nine Rooms', imageUrl: '', scrobbles: 2 } },
    'artist/music': {
      tracks: [
        { ...track, ...row, artists },
        { ...row, id: 5, name: 'Harbour', artist_id: 2, artist: 'Nine Rooms' },
      ],
      albums: [],
    },
  })
  const screen = await showScreen('/artist/2', member)
  await screen.contains('Nine Rooms feat. Loam')
  await screen.shows('Harbour')
  expect(listTargets(screen.targets()).filter((target) => target === '/artist/3')).toHaveLength(1)
})
