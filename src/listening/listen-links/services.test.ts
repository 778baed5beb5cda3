import { expect, test } from 'vitest'
import { findPreferred, listListenOptions } from './services.ts'

const track = { name: 'Rain & Shine?', artist: 'Ada/Engines', url: 'https://www.last.fm/music/Ada/_/Rain' }

test("a track's own page comes first, by the name of its site", () => {
  expect(listListenOptions(track)[0]).toEqual({ id: 'own', name: 'Last.fm', url: track.url, isExact: true })
  expect(listListenOptions({ ...track, url: 'https://music.example/7' })[0]?.name).toBe('music.example')
})

test.each(['', 'javascript:alert(1)', 'not an address', 'ftp://music.example/7'])(
  '"%s" is no page of a track',
  (url) => {
    expect(listListenOptions({ ...track, url })[0]?.name).toBe('Spotify')
  },
)

test('every service searches for artist and title, with any characters', () => {
  const found = listListenOptions({ ...track, url: '' })
  expect(found.map(({ name }) => name)).toEqual([
    'Spotify',
    'Apple Music',
    'YouTube',
    'YouTube Music',
    'Bandcamp',
    'Tidal',
    'Deezer',
    'SoundCloud',
    'Amazon Music',
  ])
  for (const { url } of found) {
    expect(url).toMatch(/^https:\/\//)
    expect(decodeURIComponent(url)).toContain('Ada/Engines Rain & Shine?')
    expect(url).not.toMatch(/Rain &|Ada\/Engines/)
  }
})

test('a service without a search opens the tracks that it has', () => {
  const found = { ...track, links: 'qobuz:123 deezer:3135556' }
  expect(findPreferred(found, 'qobuz')).toMatchObject({ name: 'Qobuz', url: 'https://open.qobuz.com/track/123' })
  expect(listListenOptions(found).map(({ name }) => name)).toContain('Qobuz')
  expect(findPreferred(track, 'qobuz').name).toBe('Last.fm')
  expect(findPreferred({ ...track, url: '' }, 'qobuz').name).toBe('Spotify')
})

test('a track opens in the chosen service, whether or not it has a page of its own', () => {
  expect(findPreferred(track, 'tidal').name).toBe('Tidal')
  expect(findPreferred({ ...track, url: '' }, 'tidal').name).toBe('Tidal')
})

test('without a known choice a track opens on its own page, or else in the first service', () => {
  for (const chosen of [null, 'own', 'a service that is gone']) {
    expect(findPreferred(track, chosen).name).toBe('Last.fm')
    expect(findPreferred({ ...track, url: '' }, chosen).name).toBe('Spotify')
  }
})

const links = 'isrc:DEA622100123 tidal:javascript youtube:dQw4w9WgXcQ deezer:3135556 deezer:2'

test('a track opens at its address in the chosen service, else in another one that has it', () => {
  const open = (chosen: string | null) => findPreferred({ ...track, links }, chosen)
  expect(open('deezer')).toMatchObject({ name: 'Deezer', url: 'https://www.deezer.com/track/3135556', isExact: true })
  const onMusic = { name: 'YouTube Music', url: 'https://music.youtube.com/watch?v=dQw4w9WgXcQ', isExact: true }
  expect(open('youtube-music')).toMatchObject(onMusic)
  for (const chosen of ['tidal', 'spotify', null])
    expect(open(chosen)).toMatchObject({ name: 'YouTube', isExact: true })
  expect(open('own').url).toBe(track.url)
})

test('the list of services says where the track itself opens', () => {
  const exact = listListenOptions({ ...track, links }).filter(({ isExact }) => isExact)
  expect(exact.map(({ name }) => name)).toEqual(['Last.fm', 'YouTube', 'YouTube Music', 'Deezer'])
  const all = listListenOptions({ ...track, links })
  expect(all.slice(0, exact.length)).toEqual(exact)
  expect(all).toHaveLength(10)
  expect(listListenOptions({ ...track, url: '' }).some(({ isExact }) => isExact)).toBe(false)
})
