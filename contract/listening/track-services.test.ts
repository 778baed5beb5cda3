import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatTrackLink,
  parseTrackLink,
  playingServices,
  readTrackAddress,
  toServiceTrack,
  toTrackAddress,
  trackServiceForms,
  trackServices,
} from './track-services.ts'

const SPOTIFY = '5dkhXb9kA9TRhhC929wbkm'
const RECORDING = 'b1a9c0e9-d987-4042-ae91-78d6a3267d69'

const ids = {
  spotify: SPOTIFY,
  'spotify-album': '2noRn2Aes5aoNVsU6iWThc',
  apple: '1440935468',
  youtube: 'dQw4w9Wg-_Q',
  deezer: '3135556',
  tidal: '475271369',
  soundcloud: 'nine-rooms/slow_ferry-2',
  bandcamp: 'ninerooms/slow-ferry',
  amazon: 'B07VQK4Q3R',
  qobuz: '59954869',
  musicbrainz: RECORDING,
  isrc: 'DEA622100123',
} as const

test('a track has links of at most 12 services', () => {
  expect(trackServices.length).toBeLessThanOrEqual(12)
})

test.each(trackServices.filter((service) => service !== 'isrc'))(
  'reads the address that is made of an id: %s',
  (service) => {
    const track = { service, id: ids[service] }
    expect(readTrackAddress(toTrackAddress(track))).toEqual(track)
  },
)

test('the addresses of albums and recordings describe a track, all others play it', () => {
  const others = trackServices.filter((service) => !playingServices.includes(service))
  expect(others).toEqual(['spotify-album', 'musicbrainz', 'isrc'])
})

test.each(trackServices)('reads the text that is made of an id: %s', (service) => {
  const track = { service, id: ids[service] }
  expect(parseTrackLink(formatTrackLink(track))).toEqual(track)
})

test.each(['', ':', SPOTIFY, `:${SPOTIFY}`, `spotify${SPOTIFY}`, `tape:${SPOTIFY}`, `spotify:track:${SPOTIFY}`])(
  'reads no id of %s',
  (text) => expect(parseTrackLink(text)).toBeUndefined(),
)

const ADDRESSES = [
  [`spotify:track:${SPOTIFY}`, 'spotify', SPOTIFY],
  [` spotify:album:${SPOTIFY} `, 'spotify-album', SPOTIFY],
  [`https://open.spotify.com/intl-de/album/${SPOTIFY}?si=1`, 'spotify-album', SPOTIFY],
  [`https://open.spotify.com/intl-pt-br/album/${SPOTIFY}`, 'spotify-album', SPOTIFY],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD', 'youtube', 'dQw4w9WgXcQ'],
  ['https://music.apple.com/gb/album/harbour/1440935467?i=1440935468', 'apple', '1440935468'],
  ['http://m.soundcloud.com/Nine-Rooms/Slow-Ferry?utm_source=x#t=1', 'soundcloud', 'nine-rooms/slow-ferry'],
  ['\u00a0https://soundcloud.com/nine-rooms/slow-ferry', 'soundcloud', 'nine-rooms/slow-ferry'],
  ['https://NineRooms.bandcamp.com/track/slow-ferry/', 'bandcamp', 'ninerooms/slow-ferry'],
  ['https://music.amazon.de/albums/B07VQK4Q3Q?trackAsin=B07VQK4Q3R', 'amazon', 'B07VQK4Q3R'],
  ['https://music.amazon.com/tracks/B07VQK4Q3R', 'amazon', 'B07VQK4Q3R'],
  ['https://play.qobuz.com/track/59954869', 'qobuz', '59954869'],
  [`https://listenbrainz.org/player/?recording_mbids=${RECORDING.toUpperCase()}`, 'musicbrainz', RECORDING],
] as const

test.each(ADDRESSES)('reads the track of %s', (text, service, id) => {
  expect(readTrackAddress(text)).toEqual({ service, id })
})

test.each(ADDRESSES.filter(([text]) => text.startsWith('http')))('reads no track of a path around %s', (text) => {
  const { origin, pathname, search } = new URL(text)
  expect(readTrackAddress(`${origin}/x${pathname}${search}`)).toBeUndefined()
  expect(readTrackAddress(`${origin}${pathname}/x${search}`)).toBeUndefined()
})

test.each([
  ['credentials', `https://ada:secret@open.spotify.com/track/${SPOTIFY}`],
  ['credentials that look like a host', `https://open.spotify.com@example.com/track/${SPOTIFY}`],
  ['credentials at Bandcamp', 'https://ada@ninerooms.bandcamp.com/track/slow-ferry'],
  ['a port', 'https://soundcloud.com:8443/nine-rooms/slow-ferry'],
  ['a script', `javascript:alert('https://open.spotify.com/track/${SPOTIFY}')`],
  ['data', `data:text/html,https://open.spotify.com/track/${SPOTIFY}`],
  ['another host that begins with the name', `https://open.spotify.com.example.com/track/${SPOTIFY}`],
  ['another host that ends with the name', 'https://notsoundcloud.com/nine-rooms/slow-ferry'],
  ['another host that begins with SoundCloud', 'https://soundcloud.com.example.com/nine-rooms/slow-ferry'],
  ['another host that begins with Amazon', 'https://music.amazon.com.example.com/tracks/B07VQK4Q3R'],
  ['another host that ends with Amazon', 'https://notmusic.amazon.com/tracks/B07VQK4Q3R'],
  ['another host with a path of Qobuz', 'https://example.com/track/59954869'],
  ['no artist at Bandcamp', 'https://www.bandcamp.com/track/slow-ferry'],
  ['another host with the name in the path', 'https://example.com/soundcloud.com/nine-rooms/slow-ferry'],
  ['a domain that ends like Bandcamp', 'https://ninerooms.bandcamp.com.example.com/track/slow-ferry'],
  ['a host below an artist of Bandcamp', 'https://x.ninerooms.bandcamp.com/track/slow-ferry'],
  ['a look-alike of the host', `https://оpen.spotify.com/track/${SPOTIFY}`],
  ['look-alikes of digits', 'https://www.deezer.com/track/３１３５５５６'],
  ['look-alikes of letters', 'https://soundcloud.com/nine-rooms/slow-fеrry'],
  ['an id that is too short', `https://open.spotify.com/track/${SPOTIFY.slice(1)}`],
  ['an id that is too long', `https://open.spotify.com/track/${SPOTIFY}0`],
  ['an album URI of another scheme', `xspotify:album:${SPOTIFY}`],
  ['an album URI that is too long', `spotify:album:${SPOTIFY}0`],
  ['a number that is too long', 'https://open.qobuz.com/track/1234567890123456'],
  ['the number 0', 'https://www.deezer.com/track/0'],
  ['a slug of 151 characters', `https://soundcloud.com/nine-rooms/${'a'.repeat(151)}`],
  ['10,000 characters', `https://soundcloud.com/nine-rooms/slow-ferry?x=${'a'.repeat(10_000)}`],
  ['a short link', 'https://spotify.link/hRkBrwub9xb'],
  ['a short link that looks like an id', `https://spotify.link/${SPOTIFY}`],
  ['an album without a track', 'https://music.apple.com/gb/album/harbour/1440935467'],
  ['a list of SoundCloud', 'https://soundcloud.com/nine-rooms/sets'],
  ['a page of SoundCloud', 'https://soundcloud.com/discover/slow-ferry'],
  ['names at Last.fm', 'https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry'],
  ['a path upwards', 'https://ninerooms.bandcamp.com/track/..%2f..%2fx'],
  ['no address', 'Slow Ferry'],
  ['nothing', ''],
])('reads no track of an address with %s', (_, text) => {
  expect(readTrackAddress(text)).toBeUndefined()
})

test.each([
  ['isrc', 'DE-A62-21-00123'],
  ['isrc', 'dea622100123'],
  ['isrc', 'DEA62210012３'],
  ['youtube', 'dQw4w9WgXcQ\n'],
  ['apple', '01440935468'],
  ['bandcamp', 'nine.rooms/slow-ferry'],
  ['bandcamp', '-ninerooms/slow-ferry'],
  ['soundcloud', 'nine-rooms/../x'],
  ['musicbrainz', RECORDING.toUpperCase()],
] as const)('rejects the id of %s: %s', (service, id) => {
  expect(toServiceTrack(service, id)).toBeUndefined()
  expect(() => toTrackAddress({ service, id })).toThrow(RangeError)
})

test('makes an address of an id at the host of its service only', () => {
  for (const service of trackServices) {
    const { host } = new URL(toTrackAddress({ service, id: ids[service] }))
    fc.assert(
      fc.property(fc.stringMatching(trackServiceForms[service].pattern), (id) => {
        fc.pre(toServiceTrack(service, id) !== undefined)
        const url = new URL(toTrackAddress({ service, id }))
        expect([url.protocol, url.username, url.port, url.hash]).toEqual(['https:', '', '', ''])
        if (service === 'bandcamp') expect(url.host).toBe(`${id.split('/')[0]}.bandcamp.com`)
        else expect(url.host).toBe(host)
      }),
      { numRuns: 50 },
    )
  }
})

test('never throws, and returns ids of known form only', () => {
  const text = fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom(...trackServices), fc.string()).map(([service, more]) => {
      return `${trackServiceForms[service].toUrl(ids[service])}${more}`
    }),
  )
  fc.assert(
    fc.property(text, (given) => {
      const track = readTrackAddress(given)
      if (track !== undefined) expect(toServiceTrack(track.service, track.id)).toEqual(track)
    }),
  )
})
