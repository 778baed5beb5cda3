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
  ['the name of an app', { title: 'Spotify', text: SPOTIFY }, ['spotify', '', '']],
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
    'the subject of YouTube',
    { title: 'Nine Rooms - Slow Ferry (Official Video)', text: YOUTUBE },
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
  ['any text', { text: 'Shall we meet at eight?' }, ['no_link', '', '']],
  ['nothing', {}, ['no_link', '', '']],
  ['an unknown host', { text: 'https://example.com/track/1' }, ['unknown_host', '', '']],
  ['an album', { text: 'https://open.spotify.com/album/1EOHCAqQjeA1hNXsJTlzFF' }, ['not_a_track', '', '']],
  [
    'an album with its names',
    { text: 'Check out "Harbour" by Nine Rooms on @Deezer https://www.deezer.com/album/302127' },
    ['not_a_track', '', ''],
  ],
  ['another link before the track', { text: `https://example.com/ ${SPOTIFY}` }, ['spotify', '', '']],
  ['a script', { text: 'javascript:alert(1)', title: '<script>alert(1)</script>' }, ['no_link', '', '']],
])('reads %s', (_, fields, expected) => {
  expect(read(fields)).toEqual(expected)
})

const SHAZAM = 'https://www.shazam.com/track/132815415/maud-gone'
const TEARDROP = ['Massive Attack', 'Teardrop']

test.each<[text: string, artist: string, title: string]>([
  // Shazam
  [`I used Shazam to discover Teardrop by Massive Attack. ${SHAZAM}`, ...pair(TEARDROP)],
  [
    `I just used Shazam to discover Llévame Contigo by Romeo Santos. http://shz.am/t54018231`,
    'Romeo Santos',
    'Llévame Contigo',
  ],
  ['I used @Shazam to discover Sorry by Nothing But Thieves.', 'Nothing But Thieves', 'Sorry'],
  ['I used Shazam to discover Stand By Me by Ben E. King. shazam.com/song/1440781', 'Ben E. King', 'Stand By Me'],
  ['I used Shazam to discover Walk On By by Dionne Warwick.', 'Dionne Warwick', 'Walk On By'],
  ['I used Shazam to discover Paper Planes by M.I.A.. https://shz.am/t1', 'M.I.A.', 'Paper Planes'],
  [
    'I used Shazam to discover Gimme! Gimme! Gimme! (A Man After Midnight) by ABBA.',
    'ABBA',
    'Gimme! Gimme! Gimme! (A Man After Midnight)',
  ],
  ['I used Shazam to discover ...Baby One More Time by Britney Spears.', 'Britney Spears', '...Baby One More Time'],
  ['I used Shazam to discover 99 Luftballons by NENA. https://www.shazam.com/song/1', 'NENA', '99 Luftballons'],
  ['My #Shazam discovery: Teardrop by Massive Attack. http://shz.am/t1', ...pair(TEARDROP)],
  ['Ich habe Shazam benutzt, um Teardrop von Massive Attack zu entdecken. https://shz.am/t1', ...pair(TEARDROP)],
  [
    "J'ai utilisé Shazam pour découvrir Good Goodbye par Linkin Park Feat. Pusha T & Stormzy.",
    'Linkin Park Feat. Pusha T & Stormzy',
    'Good Goodbye',
  ],
  [
    'He usado Shazam para descubrir The Summer Is Magic (Gambrinus Club Mix) de Playahitty https://t.co/12pNPnB3XL',
    'Playahitty',
    'The Summer Is Magic (Gambrinus Club Mix)',
  ],
  ['Usei o Shazam para descobrir Shape of You de Ed Sheeran.', 'Ed Sheeran', 'Shape of You'],
  ['Ho usato Shazam per scoprire Teardrop di Massive Attack.', ...pair(TEARDROP)],
  ['Ik heb Shazam gebruikt om Teardrop van Massive Attack te ontdekken.', ...pair(TEARDROP)],
  // SoundHound
  [
    'Just used #SoundHound to find Who Do You Love? by George Thorogood https://bnc.lt/Scoe/PKD7kWbXRG',
    'George Thorogood',
    'Who Do You Love?',
  ],
  [
    "I found Teardrop by Massive Attack with SoundHound, I think you'll enjoy it too! https://soundhound.com/?t=1",
    ...pair(TEARDROP),
  ],
  ['Appena usato SoundHound per trovare Teardrop di Massive Attack https://bnc.lt/x/y', ...pair(TEARDROP)],
  ['Ho trovato Teardrop di Massive Attack con SoundHound, credo che ti piacerà', ...pair(TEARDROP)],
  // Spotify
  [`Here’s a song for you… Gå aldrig ombord by Emil Jensen\n${SPOTIFY}`, 'Emil Jensen', 'Gå aldrig ombord'],
  [`Here's a song for you... Rebel Rebel by Seu Jorge ${SPOTIFY}`, 'Seu Jorge', 'Rebel Rebel'],
  [`Hier ist ein Song für dich… Teardrop von Massive Attack\n${SPOTIFY}`, ...pair(TEARDROP)],
  ['Teardrop - song by Massive Attack | Spotify', ...pair(TEARDROP)],
  ['Teardrop - Song und Lyrics von Massive Attack | Spotify', ...pair(TEARDROP)],
  ['Listen to Stand by Me on Spotify. Ben E. King · Song · 1962.', 'Ben E. King', 'Stand by Me'],
  // Apple Music, with its text direction mark
  ['\u200eTeardrop - Song by Massive Attack - Apple Music', ...pair(TEARDROP)],
  ['\u200eTeardrop\u00a0– Song von Massive Attack\u00a0– Apple Music', ...pair(TEARDROP)],
  ['Teardrop by Massive Attack on Apple Music', ...pair(TEARDROP)],
  ['Escucha Vivir Mi Vida de Marc Anthony en Apple Music.', 'Marc Anthony', 'Vivir Mi Vida'],
  ['Écoutez Teardrop par Massive Attack sur Apple Music.', ...pair(TEARDROP)],
  // Deezer, Tidal, Amazon, Pandora
  ['Listen to Teardrop by Massive Attack on Deezer', ...pair(TEARDROP)],
  [
    'Check out this track on TIDAL: "PATOINTELIGENCJA (REMIX ZAJEBI$TY)" by WIXAPOL, Mata https://tidal.com/track/150525636',
    'WIXAPOL, Mata',
    'PATOINTELIGENCJA (REMIX ZAJEBI$TY)',
  ],
  ['Check out Teardrop by Massive Attack on Amazon Music', ...pair(TEARDROP)],
  ['„Teardrop“ von Massive Attack auf Amazon Music', ...pair(TEARDROP)],
  ['Découvrez « Teardrop » de Massive Attack sur Deezer', ...pair(TEARDROP)],
  // YouTube
  [`Watch "Massive Attack - Teardrop (Official Video)" on YouTube ${YOUTUBE}`, ...pair(TEARDROP)],
  [`Sieh dir „Massive Attack - Teardrop“ auf YouTube an ${YOUTUBE}`, ...pair(TEARDROP)],
  ['Massive Attack - Teardrop (Official Video) - YouTube', ...pair(TEARDROP)],
  // Others
  ['Massive Attack – Teardrop Lyrics | Genius Lyrics', ...pair(TEARDROP)],
  ['Teardrop — Massive Attack | Last.fm', ...pair(TEARDROP)],
  ['“Teardrop” by Massive Attack', ...pair(TEARDROP)],
  ['My favourite is "Teardrop" by Massive Attack', ...pair(TEARDROP)],
])('is certain of the names in %j', (text, artist, title) => {
  expect(read({ text }).slice(1)).toEqual([artist, title])
  expect(parseSharedText({ text }).choices).toEqual([])
})

function pair([artist = '', title = '']: readonly string[]): [string, string] {
  return [artist, title]
}

const choicesIn = (fields: SharedFields) => {
  const { artist, title, choices } = parseSharedText(fields)
  expect([artist, title]).toEqual(['', ''])
  return choices.map((names) => `${names.title} by ${names.artist}`)
}

test.each<[text: string, choices: readonly string[]]>([
  ['Massive Attack - Teardrop', ['Teardrop by Massive Attack', 'Massive Attack by Teardrop']],
  ['Massive Attack – Teardrop', ['Teardrop by Massive Attack', 'Massive Attack by Teardrop']],
  ['🎵 Teardrop • Massive Attack #nowplaying', ['Massive Attack by Teardrop', 'Teardrop by Massive Attack']],
  ['Teardrop by Massive Attack', ['Teardrop by Massive Attack']],
  ['#NowPlaying Teardrop by Massive Attack', ['Teardrop by Massive Attack']],
  ['Slow Ferry, by Nine Rooms https://ninerooms.bandcamp.com/track/slow-ferry', ['Slow Ferry by Nine Rooms']],
  ['Stand by Me', ['Stand by Me']],
  ['Down by the River by Neil Young', ['Down by the River by Neil Young', 'Down by the River by Neil Young']],
  ['I used Shazam to discover We Are Young by fun..', ['We Are Young by fun.']],
  [
    'I used Shazam to discover Stand by Me by Ben E. King.',
    ['Stand by Me by Ben E. King', 'Stand by Me by Ben E. King'],
  ],
  ['Listening to Killed by Death', ['Listening to Killed by Death']],
  ['Teardrop von Massive Attack', ['Teardrop by Massive Attack']],
  [
    'Massive Attack - Teardrop - Remastered',
    ['Teardrop - Remastered by Massive Attack', 'Massive Attack - Teardrop by Remastered'],
  ],
])('leaves the names in %j to the user', (text, choices) => {
  expect(choicesIn({ text })).toEqual(choices)
})

test.each([
  'Stream Massive Attack - Teardrop by an uploader | Listen online for free on SoundCloud',
  'Listen to Teardrop by an uploader #np on #SoundCloud',
  'Shazamで見つけたTeardrop by Massive Attack',
  'Watch "Stand by Me" on YouTube',
  'a - b - c - d - e',
  'by',
  'by by',
  ' - ',
  `${'word '.repeat(20)}- ${'word '.repeat(20)}`,
])('reads no names in %j', (text) => {
  expect(choicesIn({ text })).toEqual([])
})

test('the subject of an app is read after its text', () => {
  const text = `I used Shazam to discover Maud Gone by Car Seat Headrest. ${SHAZAM}`
  expect(read({ title: 'Maud Gone - Car Seat Headrest', text })).toEqual([
    'unknown_host',
    'Car Seat Headrest',
    'Maud Gone',
  ])
  expect(choicesIn({ title: 'Maud Gone - Car Seat Headrest', text: SHAZAM })).toHaveLength(2)
})

test('control characters and marks of direction are no part of a name', () => {
  const text = 'I used Shazam to discover \u202eTear\u0007drop\u0000 by \u2066Massive\u0085Attack\ud800.'
  expect(read({ text })).toEqual(['no_link', 'Massive Attack', 'Tear drop'])
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
          'I used Shazam to discover ',
          ' on Apple Music.',
          ' - song by ',
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
      const { artist, title, choices } = parseSharedText(shared)
      for (const name of [artist, title, ...choices.flatMap((names) => [names.artist, names.title])]) {
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
  `I used Shazam to discover ${'by '.repeat(40_000)}`,
  `Listen to ${'a on '.repeat(20_000)}Apple Music`,
  'a - song by '.repeat(10_000),
  '\u{1f3b5}'.repeat(50_000),
  '"a" by '.repeat(15_000),
  'a.'.repeat(50_000),
  '\n'.repeat(100_000),
])('reads 100 kB of one repetition at once', (text) => {
  const startMs = performance.now()
  parseSharedText({ text, title: text, url: text })
  expect(performance.now() - startMs).toBeLessThan(1500)
})
