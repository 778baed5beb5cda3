import { describe, expect, test } from 'vitest'
import {
  csvTable,
  deezerPlay,
  koitoArtist,
  koitoExport,
  koitoListen,
  librefmCsv,
  panoEntry,
  scrobblerLog,
  statsCsv,
  statsScrobble,
  tidalCsv,
  tidalStream,
} from '#tests/support/listen-files.ts'
import { createFileReader } from '#tests/support/read-listens.ts'
import { makeZip } from '#tests/support/zips.ts'

const NOW_S = Date.UTC(2024, 5, 1) / 1000
const { read } = createFileReader(NOW_S)
const berlin = createFileReader(NOW_S, { timeZone: 'Europe/Berlin' })

/** 2024-05-17T12:54:00Z in seconds. */
const AT = 1_715_950_440
const listen = (details: object | undefined, more: object = {}) => ({
  artist: 'Nine Rooms',
  title: 'Slow Ferry',
  listenedAt: AT,
  ...(details && { details }),
  ...more,
})
const [ARTIST, RECORDING, RELEASE] = [
  '65f4f0c5-ef9e-490c-aee3-909e7ae6b2ab',
  '0ee1ba95-3b4f-4d3b-8f3c-2b3f1b7bd0a1',
  '0b9e6a8e-6a0e-4b7c-9f53-4c8f0d4d1a01',
]
const panoCsv = (...rows: readonly object[]) => csvTable(Object.keys(panoEntry()), rows as Record<string, unknown>[])
const deezerCsv = (...rows: readonly object[]) => csvTable(Object.keys(deezerPlay()), rows as Record<string, unknown>[])
const logLine = ['Nine Rooms', 'Harbour', 'Slow Ferry', 3, 180, 'L', AT, RECORDING]
const pano = {
  album: 'Harbour',
  albumArtist: 'Various Artists',
  durationMs: 180_000,
  player: 'MediaMonkey',
  client: 'Pano Scrobbler',
}

const files = [
  [
    '.scrobbler.log',
    scrobblerLog('UTC', logLine),
    'scrobbler-log',
    { album: 'Harbour', trackNumber: 3, durationMs: 180_000, player: 'Rockbox sansae200', recordingMbid: RECORDING },
  ],
  ['lastfmstats.com, CSV', statsCsv(statsScrobble()), 'lastfmstats', { album: 'Harbour', releaseMbid: RELEASE }],
  [
    'lastfmstats.com, JSON',
    JSON.stringify({ username: 'mirelle', scrobbles: [statsScrobble()] }),
    'lastfmstats',
    { album: 'Harbour', releaseMbid: RELEASE },
  ],
  [
    'Koito',
    koitoExport(koitoListen()),
    'koito',
    {
      album: 'Harbour',
      artistMbids: [ARTIST],
      recordingMbid: RECORDING,
      releaseMbid: RELEASE,
      durationMs: 180_000,
      client: 'Navidrome',
    },
  ],
  ['Pano Scrobbler, JSON lines', `${JSON.stringify(panoEntry())}\n`, 'pano-scrobbler', pano],
  ['Pano Scrobbler, CSV', panoCsv(panoEntry()), 'pano-scrobbler', pano],
  [
    'Libre.fm',
    librefmCsv({ Artist: 'Nine Rooms', Track: 'Slow Ferry', Album: 'Harbour', Time: AT }),
    'librefm',
    { album: 'Harbour', service: 'libre.fm' },
  ],
  [
    'Deezer, CSV',
    deezerCsv(deezerPlay()),
    'deezer',
    { album: 'Harbour', service: 'deezer.com', links: { isrc: 'DEA622400001' } },
  ],
  [
    'Deezer, JSON',
    JSON.stringify([deezerPlay()]),
    'deezer',
    { album: 'Harbour', service: 'deezer.com', links: { isrc: 'DEA622400001' } },
  ],
  ['Tidal', tidalCsv(tidalStream()), 'tidal', { service: 'tidal.com' }],
] as const

describe('a listen with all its details is read from', () => {
  test.each(files)('%s, in pieces of any size, with a mark and in a zip', async (_, file, source, details) => {
    const expected = { rows: [listen(details)], sources: [source], notes: [] }
    for (const pieceSize of [1, 7, 100_000]) expect(await read(file, pieceSize)).toEqual(expected)
    expect(await read(`\ufeff${file.replace('\ufeff', '')}`)).toEqual(expected)
    expect(await read(file.replaceAll('\n', '\r\n'))).toEqual(expected)
    expect(await read(makeZip({ name: 'any name', content: file }), 65_536)).toEqual(expected)
  })

  test.each(files)('%s without anything personal in it', async (_, file) => {
    expect(JSON.stringify(await read(file))).not.toMatch(/203\.0\.113|10115|Pixel|mirelle|covers\.example/)
  })
})

describe('it says why an entry is no listen', () => {
  test('a log of a portable player has skipped, untagged, undated and broken lines', async () => {
    const change = (place: number, value: string | number) => logLine.with(place, value)
    const lines = [change(5, 'S'), change(0, '<Untagged>'), change(6, 0), change(5, 'X'), ['Nine Rooms', 'Slow Ferry']]
    const { rows } = await read(scrobblerLog('UTC', ...lines, logLine))
    expect(rows.map((row) => (typeof row === 'string' ? row : row.title))).toEqual([
      'skipped',
      'unnamed',
      'bad_time',
      'unreadable',
      'unreadable',
      'Slow Ferry',
    ])
  })

  test.each([
    ['a heart of Pano Scrobbler', JSON.stringify(panoEntry({ event: 'love' })), 'no_play'],
    ['a heart of Pano Scrobbler, in CSV', panoCsv(panoEntry({ event: 'unlove' })), 'no_play'],
    ['an entry of Pano Scrobbler without a time', JSON.stringify(panoEntry({ timeMs: null })), 'bad_time'],
    ['a scrobble of lastfmstats.com without a time', statsCsv(statsScrobble({ date: '' })), 'bad_time'],
    ['a listen of Koito without an artist', koitoExport(koitoListen({ artists: null })), 'unnamed'],
    ['a listen of Koito without a title', koitoExport(koitoListen({ track: { aliases: [] } })), 'unnamed'],
    ['a play of Deezer of 29 s', deezerCsv(deezerPlay({ 'Listening Time': 29 })), 'short'],
    ['a play of Deezer of unknown length', deezerCsv(deezerPlay({ 'Listening Time': -1 })), 'short'],
    ['a play of Deezer with a broken length', deezerCsv(deezerPlay({ 'Listening Time': 'long' })), 'unreadable'],
    [
      'a play of Deezer on a day that does not exist',
      deezerCsv(deezerPlay({ Date: '2024-02-30 12:00:00' })),
      'bad_time',
    ],
    ['a play of Tidal of 3 s', tidalCsv(tidalStream({ stream_duration_ms: '3000.0' })), 'short'],
    ['a video of Tidal', tidalCsv(tidalStream({ product_type: 'VIDEO' })), 'not_music'],
    ['a play of Tidal in month 13', tidalCsv(tidalStream({ entry_date: '17/13/2024 14:54' })), 'bad_time'],
    [
      'a row of Libre.fm with a date instead of seconds',
      librefmCsv({ Artist: 'Nine Rooms', Track: 'Slow Ferry', Album: '', Time: '17 May 2024' }),
      'bad_time',
    ],
  ])('%s', async (_, file, reason) => {
    expect((await read(file)).rows).toEqual([reason])
  })
})

describe('times without a zone', () => {
  test.each([
    ['in summer', Date.UTC(2024, 4, 17, 14, 54), AT],
    ['in winter', Date.UTC(2024, 0, 17, 14, 54), Date.UTC(2024, 0, 17, 13, 54) / 1000],
  ])('a log that does not know its zone is read as local time, %s', async (_, wallMs, listenedAt) => {
    const line = logLine.with(6, wallMs / 1000)
    expect((await berlin.read(scrobblerLog('UNKNOWN', line))).rows).toMatchObject([{ listenedAt }])
    expect((await berlin.read(scrobblerLog('UTC', line))).rows).toMatchObject([{ listenedAt: wallMs / 1000 }])
    expect((await read(scrobblerLog('UNKNOWN', line))).rows).toMatchObject([{ listenedAt: wallMs / 1000 }])
  })

  test('a zone that the server does not know is UTC', async () => {
    const odd = createFileReader(NOW_S, { timeZone: 'Nowhere/At_All' })
    expect((await odd.read(scrobblerLog('UNKNOWN', logLine))).rows).toMatchObject([{ listenedAt: AT }])
  })

  test.each(['null', '', 'Not/AZone'])('a row of Tidal with the zone %j is local time', async (time_zone) => {
    expect((await berlin.read(tidalCsv(tidalStream({ time_zone })))).rows).toMatchObject([{ listenedAt: AT }])
    expect((await read(tidalCsv(tidalStream({ time_zone })))).rows).toMatchObject([{ listenedAt: AT + 7200 }])
  })

  test('a play of Deezer is UTC, written as text or as the day of a workbook', async () => {
    const day = (AT * 1000 - Date.UTC(1899, 11, 30)) / 86_400_000
    for (const Date of ['2024-05-17 12:54:00', '2024-05-17T12:54:00Z', '2024-05-17T14:54:00+02:00', day, String(day)]) {
      expect((await berlin.read(JSON.stringify([deezerPlay({ Date })]))).rows).toMatchObject([{ listenedAt: AT }])
    }
  })
})

describe('names', () => {
  test('several artists of Koito are one name, with MBIDs only if all have one', async () => {
    const artists = [koitoArtist('Nine Rooms', ARTIST), koitoArtist('Ada Lark')]
    const both = [koitoArtist('Nine Rooms', ARTIST), koitoArtist('Ada Lark', RECORDING)]
    const { rows } = await read(koitoExport(koitoListen({ artists }), koitoListen({ artists: both })))
    expect(rows).toMatchObject([
      { artist: 'Nine Rooms, Ada Lark', details: { album: 'Harbour' } },
      { artist: 'Nine Rooms, Ada Lark', details: { artistMbids: [ARTIST, RECORDING] } },
    ])
    expect(JSON.stringify(rows[0])).not.toContain('artistMbids')
  })

  test('an album of several artists in Koito is by Various Artists', async () => {
    const album = { ...koitoListen().album, various_artists: true }
    expect((await read(koitoExport(koitoListen({ album })))).rows).toMatchObject([
      { details: { album: 'Harbour', albumArtist: 'Various Artists' } },
    ])
  })

  test('older files of lastfmstats.com have no album', async () => {
    const file = '\ufeffArtist;Track;Date#mirelle\n"Nine Rooms";"Slow Ferry";"1715950440000"'
    expect(await read(file)).toEqual({ rows: [listen(undefined)], sources: ['lastfmstats'], notes: [] })
  })

  test('quotes in a log of a portable player are part of the name', async () => {
    const { rows } = await read(
      scrobblerLog('UTC', logLine.with(2, '"Heroes'), logLine.with(2, '"Heroes" live'), logLine),
    )
    expect(rows.map((row) => (typeof row === 'string' ? row : row.title))).toEqual([
      '"Heroes',
      '"Heroes" live',
      'Slow Ferry',
    ])
  })
})
