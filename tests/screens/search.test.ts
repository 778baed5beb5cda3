import { beforeEach, expect, test } from 'vitest'
import { RECENT_SEARCHES_KEY } from '#contract/storage-names.ts'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const FIELD = 'Music, people and broadcasts'
const AT = '2026-11-26T10:00:00Z'
const track = { id: 3, name: 'Night Bus', artist_id: 1, artist: 'Lamplight Parade' }
const results = {
  'user/profile?user=night': { userProfile: [{ profile: 'nightowl' }, { profile: 'midnight' }] },
  'search-music?search_term=night': { artists: [], albums: [], tracks: [track] },
  'search-broadcasts?search_term=night': {
    broadcasts: [{ id: 9, user: 'kojiro', type: 'Track', title: 'For the night shift', timestamp: AT }],
  },
}

beforeEach(() => localStorage.removeItem(RECENT_SEARCHES_KEY))

test('one field finds tracks, members and broadcasts while the user types', async () => {
  host.responds(results)
  const screen = await showScreen('/search', member)
  await screen.shows('People like you')
  await screen.types(FIELD, 'night')
  for (const text of ['Night Bus', 'nightowl', 'midnight', 'For the night shift']) await screen.shows(text)
  expect(screen.address()).toBe('/search?user=night')
  expect(screen.targets()).toEqual(expect.arrayContaining(['/track/3', '/profile/nightowl', '/broadcast/9']))
  expect(localStorage.getItem(RECENT_SEARCHES_KEY)).toBeNull()
})

test('a submitted search and one with an opened result are the recent ones, until they are cleared', async () => {
  host.responds(results)
  const screen = await showScreen('/search?user=night', member)
  await screen.shows('Night Bus')
  await screen.press('Night Bus')
  const next = await showScreen('/search', member)
  await next.shows('Recent searches')
  await next.press('night')
  await next.waits(() => expect(next.address()).toBe('/search?user=night'))
  const last = await showScreen('/search', member)
  await last.press('Clear')
  await last.hides('Recent searches')
  expect(localStorage.getItem(RECENT_SEARCHES_KEY)).toBeNull()
})

test.each(['{', '[1]', JSON.stringify(['x'.repeat(101)]), JSON.stringify(Array.from({ length: 99 }, String))])(
  'recent searches that are stored as %s are ignored',
  async (text) => {
    localStorage.setItem(RECENT_SEARCHES_KEY, text)
    const screen = await showScreen('/search', member)
    await screen.shows('People like you')
    expect(screen.text()).not.toContain('Recent searches')
  },
)

test('without a connection the search finds what is stored on the device', async () => {
  host.responds({
    'get-broadcasts': {
      broadcasts: [
        {
          id: 9,
          user: 'kojiro',
          type: 'Track',
          title: 'Für die Nächt',
          body: 'Night Bus by Lamplight Parade',
          relatedid: 3,
          track: 'Night Bus',
          artist: 'Lamplight Parade',
          timestamp: AT,
        },
      ],
    },
    'user/profile?user=nacht': 'never',
    'search-music?search_term=nacht': 'never',
    'search-broadcasts?search_term=nacht': 'never',
  })
  const screen = await showScreen('/', member)
  await screen.contains('Night Bus')
  await screen.press(/^Search/)
  await screen.shows('People like you')
  await screen.goOffline()
  await screen.types(FIELD, 'nacht')
  await screen.shows('You are offline. These results are stored on this device.')
  await screen.shows('Für die Nächt')
  await screen.types(FIELD, ' zzz')
  await screen.shows('Nothing on this device has these words')
})

test('each part that fails says so, and the others stay', async () => {
  host.responds({ ...results, 'search-music?search_term=night': 500, 'search-broadcasts?search_term=night': 429 })
  const screen = await showScreen('/search?user=night', member)
  await screen.shows('nightowl')
  await screen.shows('Failed to search music')
  await screen.shows('Failed to search broadcasts')
})

test('on a host of the spec alone the search finds members', async () => {
  host.responds({ ...results, 'search-music': 404, 'search-broadcasts': 404, 'popular-music': 404 })
  const screen = await showScreen('/search?user=night', member)
  await screen.shows('nightowl')
  expect(screen.text()).not.toContain('Failed')
})

test('a visitor searches too, sees the charts of the server, and is invited to sign up', async () => {
  host.responds({
    ...results,
    'popular-music': {
      artists: [{ id: 1, name: 'Lamplight Parade' }],
      tracks: [{ ...track, plays: 7, listeners: 2 }],
    },
  })
  const screen = await showScreen('/search', null)
  await screen.shows('What people play here')
  await screen.shows('7 plays')
  expect(screen.targets()).toContain('/signup?next=%2Fsearch')
  await screen.types(FIELD, 'night')
  await screen.shows('nightowl')
  await perform(() => document.querySelector('form')?.requestSubmit())
  expect(JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? '[]')).toEqual(['night'])
})
