import { expect, test } from 'vitest'
import { listeningsOf, preferred } from './services.ts'

const track = { name: 'Rain & Shine?', artist: 'Ada/Engines', url: 'https://www.last.fm/music/Ada/_/Rain' }

test("a track's own page comes first, by the name of its site", () => {
  expect(listeningsOf(track)[0]).toEqual({ id: 'own', name: 'Last.fm', url: track.url })
  expect(listeningsOf({ ...track, url: 'https://music.example/7' })[0]?.name).toBe('music.example')
})

test.each(['', 'javascript:alert(1)', 'not an address', 'ftp://music.example/7'])('%s is no page of a track', (url) => {
  expect(listeningsOf({ ...track, url })[0]?.name).toBe('Spotify')
})

test('every service is searched for artist and title, whatever characters they hold', () => {
  const found = listeningsOf({ ...track, url: '' })
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

test('the chosen service is offered first, and where it is none any more, the first there is', () => {
  const all = listeningsOf(track)
  expect(preferred(all, 'tidal')?.name).toBe('Tidal')
  expect(preferred(all, 'gone')?.name).toBe('Last.fm')
  expect(preferred(all, null)?.name).toBe('Last.fm')
})
