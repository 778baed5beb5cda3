import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINK_MAX, recognizeLink } from './recognize-link.ts'

const RECORDING = 'b1a9c0e9-d987-4042-ae91-78d6a3267d69'

const TRACKS = [
  ['https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm?si=1', 'spotify', '5dkhXb9kA9TRhhC929wbkm'],
  ['https://open.spotify.com/intl-de/track/5dkhXb9kA9TRhhC929wbkm', 'spotify', '5dkhXb9kA9TRhhC929wbkm'],
  ['https://open.spotify.com/intl-pt-br/track/5dkhXb9kA9TRhhC929wbkm', 'spotify', '5dkhXb9kA9TRhhC929wbkm'],
  [' spotify:track:5dkhXb9kA9TRhhC929wbkm ', 'spotify', '5dkhXb9kA9TRhhC929wbkm'],
  ['https://spotify.link/hRkBrwub9xb', 'spotify', 'hRkBrwub9xb'],
  ['https://music.apple.com/gb/album/harbour/1440935467?i=1440935468', 'apple', '1440935468'],
  ['https://music.apple.com/us/song/slow-ferry/1440935468', 'apple', '1440935468'],
  ['https://itunes.apple.com/us/album/harbour/id1440935467?i=1440935468&uo=4', 'apple', '1440935468'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RD', 'youtube', 'dQw4w9WgXcQ'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=x', 'youtube', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
  ['https://www.deezer.com/en/track/3135556', 'deezer', '3135556'],
  ['https://www.deezer.com/pt-br/track/3135556', 'deezer', '3135556'],
  ['https://www.deezer.com/track/3135556', 'deezer', '3135556'],
  ['https://link.deezer.com/s/31JejBi1IBtZue2vdoTq3', 'deezer', '31JejBi1IBtZue2vdoTq3'],
  ['https://tidal.com/browse/track/475271369?u', 'tidal', '475271369'],
  ['https://tidal.com/track/475271369/u', 'tidal', '475271369'],
  ['https://listen.tidal.com/album/475271368/track/475271369', 'tidal', '475271369'],
  ['https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry', 'lastfm', ''],
  [`https://musicbrainz.org/recording/${RECORDING}`, 'musicbrainz', RECORDING],
  [`https://listenbrainz.org/recording/${RECORDING}`, 'listenbrainz', RECORDING],
  [`https://listenbrainz.org/player/?recording_mbids=%20${RECORDING},x`, 'listenbrainz', RECORDING],
  [`https://listenbrainz.org/player?recording_mbids=${RECORDING.toUpperCase()}`, 'listenbrainz', RECORDING],
] as const

test.each(TRACKS)('recognizes the track of %s', (text, service, id) => {
  expect(recognizeLink(text).link).toMatchObject({ service, id })
})

test.each(TRACKS.filter(([text]) => text.startsWith('https:')))('reads no track of a path around %s', (text) => {
  const { origin, pathname, search } = new URL(text)
  expect(recognizeLink(`${origin}/x${pathname}${search}`)).toEqual({ problem: 'not_a_track' })
  expect(recognizeLink(`${origin}${pathname}/x${search}`)).toEqual({ problem: 'not_a_track' })
})

test('marks the links that only their service can read', () => {
  expect(recognizeLink('https://spotify.link/hRkBrwub9xb').link?.isShort).toBe(true)
  expect(recognizeLink('https://youtu.be/dQw4w9WgXcQ').link?.isShort).toBeUndefined()
})

test.each([
  ['https://music.apple.com/GB/song/slow-ferry/1440935468', 'gb'],
  ['https://music.apple.com/song/slow-ferry/1440935468', 'us'],
])('reads the Apple Music catalogue of %s', (text, country) => {
  expect(recognizeLink(text).link?.country).toBe(country)
})

test('reads a link of the greatest length', () => {
  const link = 'https://youtu.be/dQw4w9WgXcQ?si='.padEnd(LINK_MAX, 'x')
  expect(recognizeLink(link).link?.id).toBe('dQw4w9WgXcQ')
  expect(recognizeLink(`${link}x`)).toEqual({ problem: 'invalid' })
})

test.each([
  ['https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry', 'Nine Rooms', 'Slow Ferry'],
  ['https://www.last.fm/de/music/Nine+Rooms/Harbour/Slow+Ferry', 'Nine Rooms', 'Slow Ferry'],
  ['https://www.last.fm/user/ada/library/music/Nine+Rooms/_/Slow+Ferry', 'Nine Rooms', 'Slow Ferry'],
  ['https://www.last.fm/music/%252B44/_/When+Your+Heart+Stops', '+44', 'When Your Heart Stops'],
  ['https://www.last.fm/music/AC%2FDC/_/T.N.T.', 'AC/DC', 'T.N.T.'],
  ['https://www.last.fm/music/Nine+Rooms+/_/Slow+Ferry', 'Nine Rooms', 'Slow Ferry'],
  ['https://www.last.fm/music/Bj%C3%B6rk/_/J%C3%B3ga', 'Björk', 'Jóga'],
])('reads the names of %s', (text, artist, title) => {
  expect(recognizeLink(text).link?.names).toEqual({ artist, title })
})

test.each([
  ['https://open.spotify.com.example.com/track/5dkhXb9kA9TRhhC929wbkm', 'unknown_host'],
  ['https://example.com/open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', 'unknown_host'],
  ['https://xopen.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', 'unknown_host'],
  ['https://open.spotify.com./track/5dkhXb9kA9TRhhC929wbkm', 'unknown_host'],
  ['https://open.spotify.com:8443/track/5dkhXb9kA9TRhhC929wbkm', 'invalid'],
  ['https://open.spotify.com@example.com/track/5dkhXb9kA9TRhhC929wbkm', 'invalid'],
  ['https://user:password@open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', 'invalid'],
  ['https://:password@open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', 'invalid'],
  ['xspotify:track:5dkhXb9kA9TRhhC929wbkm', 'invalid'],
  ['spotify:track:5dkhXb9kA9TRhhC929wbkmx', 'invalid'],
  ['https://ореn.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', 'unknown_host'],
  ['https://[::1]/track/5dkhXb9kA9TRhhC929wbkm', 'unknown_host'],
  ['https://constructor/', 'unknown_host'],
  ['ftp://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['https://open.spotify.com/track/../../etc/passwd', 'not_a_track'],
  ['https://open.spotify.com/playlist/5dkhXb9kA9TRhhC929wbkm', 'not_a_track'],
  ['https://music.apple.com/gb/album/harbour/1440935467', 'not_a_track'],
  ['https://music.apple.com/gb/album/harbour/1440935467?i=x1440935468', 'not_a_track'],
  ['https://music.apple.com/gb/album/harbour/1440935467?i=1440935468x', 'not_a_track'],
  ['https://www.youtube.com/watch?v=../../../x', 'not_a_track'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQx', 'not_a_track'],
  ['https://www.youtube.com/playlist?list=RD', 'not_a_track'],
  ['https://www.last.fm/music/Nine+Rooms/+albums', 'not_a_track'],
  ['https://www.last.fm/music/Nine+Rooms/+images/1', 'not_a_track'],
  ['https://www.last.fm/music/%20/_/Slow+Ferry', 'not_a_track'],
  ['https://www.last.fm/music/Nine+Rooms/_/%E0%A4%A', 'not_a_track'],
  [`https://musicbrainz.org/artist/${RECORDING}`, 'not_a_track'],
  ['https://listenbrainz.org/user/ada', 'not_a_track'],
  ['https://listenbrainz.org/player/?recording_mbids=', 'not_a_track'],
  [`https://open.spotify.com/track/${'a'.repeat(3000)}`, 'invalid'],
])('rejects %s', (text, problem) => {
  expect(recognizeLink(text)).toEqual({ problem })
})

test('a recognized link contains nothing but the parts that a service defines', () => {
  const hosts = fc.constantFrom(
    'open.spotify.com',
    'music.apple.com',
    'youtu.be',
    'www.deezer.com',
    'tidal.com',
    'www.last.fm',
    'link.deezer.com',
  )
  const paths = fc.oneof(
    fc.webPath(),
    fc.string({ maxLength: 60 }),
    fc.constantFrom('/track/1/u', '/watch?v=dQw4w9WgXcQ'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.tuple(hosts, paths).map(([host, path]) => `https://${host}${path}`),
      ),
      (text) => {
        const { link } = recognizeLink(text)
        if (link === undefined) return
        expect(link.id).toMatch(/^[\w-]{0,40}$/)
        expect(recognizeLink(link.url).link).toEqual({ ...link, ...(link.country && { country: link.country }) })
      },
    ),
    { numRuns: 2000 },
  )
})
