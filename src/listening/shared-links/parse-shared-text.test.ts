import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { parseSharedText, SHARED_TEXT_MAX, type SharedFields } from './parse-shared-text.ts'

const SPOTIFY = 'https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm'
const YOUTUBE = 'https://youtu.be/dQw4w9WgXcQ'

const read = (fields: SharedFields) => {
  const { link, problem, artist, title } = parseSharedText(fields)
  return [link?.service ?? problem, artist, title]
}

test.each<[name: string, fields: SharedFields, expected: readonly unknown[]]>([
  ['Spotify with the link alone', { text: `${SPOTIFY}?si=8847fe60` }, ['spotify', '', '']],
  [
    'Spotify with a sentence',
    { text: `Here’s a song for you… Slow Ferry by Nine Rooms\n${SPOTIFY}?si=f6f&utm_source=native-share-menu` },
    ['spotify', 'Nine Rooms', 'Slow Ferry'],
  ],
  ['the title of an app', { title: 'Slow Ferry', text: SPOTIFY }, ['spotify', '', 'Slow Ferry']],
  [
    "the title of Spotify's page",
    { title: 'Slow Ferry - song and lyrics by Nine Rooms | Spotify', url: SPOTIFY },
    ['spotify', 'Nine Rooms', 'Slow Ferry'],
  ],
  [
    'Apple Music',
    {
      title: 'Listen to Slow Ferry by Nine Rooms on Apple Music.',
      text: 'https://music.apple.com/gb/album/harbour/1440935467?i=1440935468',
    },
    ['apple', 'Nine Rooms', 'Slow Ferry'],
  ],
  [
    'YouTube',
    { text: `Watch "Nine Rooms – Slow Ferry (Official Video)" on YouTube ${YOUTUBE}` },
    ['youtube', 'Nine Rooms', 'Slow Ferry'],
  ],
  [
    'YouTube Music',
    { title: 'Slow Ferry', text: 'https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=x' },
    ['youtube', '', 'Slow Ferry'],
  ],
  [
    'Deezer',
    { text: 'Check out "Slow Ferry" by Nine Rooms on @Deezer https://link.deezer.com/s/31JejBi1IBtZue2vdoTq3' },
    ['deezer', 'Nine Rooms', 'Slow Ferry'],
  ],
  [
    'Tidal',
    { text: 'Check out this track on TIDAL: "Slow Ferry" by Nine Rooms https://tidal.com/track/475271369/u' },
    ['tidal', 'Nine Rooms', 'Slow Ferry'],
  ],
  [
    'Last.fm',
    { title: 'Slow Ferry — Nine Rooms | Last.fm', url: 'https://www.last.fm/music/Nine+Rooms/_/Slow+Ferry' },
    ['lastfm', 'Nine Rooms', 'Slow Ferry'],
  ],
  ['a link in brackets', { text: `(see ${SPOTIFY}).` }, ['spotify', '', '']],
  ['names without a link', { text: 'Slow Ferry by Nine Rooms' }, ['no_link', 'Nine Rooms', 'Slow Ferry']],
  ['any text', { text: 'Shall we meet at eight?' }, ['no_link', '', '']],
  ['nothing', {}, ['no_link', '', '']],
  ['an unknown host', { text: 'https://example.com/track/1' }, ['unknown_host', '', '']],
  ['an album', { text: 'https://open.spotify.com/album/1EOHCAqQjeA1hNXsJTlzFF' }, ['not_a_track', '', '']],
  ['another link before the track', { text: `https://example.com/ ${SPOTIFY}` }, ['spotify', '', '']],
  ['a script', { text: 'javascript:alert(1)', title: '<script>alert(1)</script>' }, ['no_link', '', '']],
])('reads %s', (_, fields, expected) => {
  expect(read(fields)).toEqual(expected)
})

test('reads the beginning of a long caption, and reports it', () => {
  const parsed = parseSharedText({ text: `${SPOTIFY} ${'word '.repeat(20_000)}` })
  expect(parsed).toMatchObject({ link: { service: 'spotify' }, isCut: true })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 2 * SHARED_TEXT_MAX }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ' ',
          '\n',
          '"',
          ' by ',
          'by',
          ' - ',
          ' on ',
          'Check out ',
          'Watch ',
          SPOTIFY,
          YOUTUBE,
          'https://',
          '@',
          '%',
          '\0',
          '\ud800',
        ),
        fc.string({ maxLength: 30 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)

test('never throws, and returns names that a URL and the server accept', () => {
  const fields = fc.record({ title: anyText, text: anyText, url: anyText }, { requiredKeys: [] })
  fc.assert(
    fc.property(fields, (shared) => {
      const { artist, title } = parseSharedText(shared)
      for (const name of [artist, title]) {
        expect(name.length).toBeLessThanOrEqual(TRACK_NAME_MAX)
        expect(name).toBe(name.trim())
        expect(name).not.toMatch(/[\n\0]/)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  'by '.repeat(40_000),
  '"'.repeat(100_000),
  ' - '.repeat(40_000),
  'https://'.repeat(12_000),
  '('.repeat(100_000),
  ' '.repeat(100_000),
  'on @'.repeat(25_000),
])('reads 100 kB of one repetition at once', (text) => {
  const startMs = performance.now()
  parseSharedText({ text, title: text, url: text })
  expect(performance.now() - startMs).toBeLessThan(1500)
})
