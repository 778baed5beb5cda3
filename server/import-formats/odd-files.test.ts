import { describe, expect, test } from 'vitest'
import { brainzListen, extendedPlay, lastfmTrack } from '#tests/support/listen-files.ts'
import { createFileReader } from '#tests/support/read-listens.ts'

const { read } = createFileReader(Date.UTC(2024, 5, 1) / 1000)
const listen = (artist: string, title: string, more: object = {}) => ({
  artist,
  title,
  listenedAt: 1_715_950_440,
  ...more,
})
const ferry = listen('Nine Rooms', 'Slow Ferry')
const onHarbour = { details: { album: 'Harbour' } }
const HEADER = 'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid'
const row = (artist: string, title: string) => `1715950440,,${artist},,,,${title},`

describe('a CSV file', () => {
  const plain = 'Nine Rooms,Harbour,Slow Ferry,17 May 2024 12:54'
  test.each([
    ['five fields', 'Nine, Rooms,Harbour,Slow Ferry,17 May 2024 12:54', 'unreadable'],
    ['the names of the columns', 'artist,album,track,date', 'bad_time'],
    ['no date', 'Nine Rooms,Harbour,Slow Ferry,soon', 'bad_time'],
  ])('a CSV file with %s in its first row loses only that row', async (_, first, reason) => {
    expect((await read(`${first}\n${plain}\n${plain}\n`)).rows).toEqual([
      reason,
      { ...ferry, ...onHarbour },
      { ...ferry, ...onHarbour },
    ])
  })

  test('a CSV file may have a title above its header', async () => {
    const { rows, sources } = await read(`My scrobbles\n${HEADER}\n${row('Nine Rooms', 'Slow Ferry')}\n`)
    expect([rows, sources]).toEqual([['unreadable', ferry], ['lastfm-csv']])
  })

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('a CSV file may have %s between its fields', async (_, delimiter) => {
    const separated = (text: string) => text.replaceAll(',', delimiter)
    expect((await read(separated(`${HEADER}\n${row('Nine Rooms', 'Slow Ferry')}`))).rows).toEqual([ferry])
    expect((await read(`"Nine Rooms"${separated(',Harbour,Slow Ferry')}${delimiter}17 May 2024, 12:54`)).rows).toEqual([
      { ...ferry, ...onHarbour },
    ])
  })

  test('a CSV file that is not UTF-8 is read as Windows-1252', async () => {
    const file = Buffer.from(`${HEADER}\n${row('Mot\u00f6rhead', 'Ace \u0096 of Spades')}\n`, 'latin1')
    expect((await read(file)).rows).toEqual([listen('Mot\u00f6rhead', 'Ace \u2013 of Spades')])
  })

  test('a CSV file in UTF-8 loses only the row with a broken character', async () => {
    const broken = Buffer.from(`${row('Bj\u00f6rk', 'x')}\n`, 'latin1')
    const file = Buffer.concat([
      Buffer.from(`${HEADER}\n${row('Mot\u00f6rhead', 'x')}\n`),
      broken,
      Buffer.from(`${row('Nine Rooms', 'Slow Ferry')}\n`),
    ])
    expect((await read(file)).rows).toEqual([listen('Mot\u00f6rhead', 'x'), 'unreadable', ferry])
  })

  test.each([777, 100_000])('a CSV file with an unclosed quote loses only that line, in pieces of %s', async (size) => {
    const many = `${row('Nine Rooms', 'Slow Ferry')}\n`.repeat(4000)
    const { rows, notes } = await read(`${HEADER}\n${row('"Nine', 'Slow')}\n${many}`, size)
    expect([rows[0], rows.length, rows.slice(1).every((row) => typeof row === 'object'), notes]).toEqual([
      'unreadable',
      4001,
      true,
      [],
    ])
  })

  test('a CSV file loses only a row that is longer than any listen', async () => {
    const long = row('x'.repeat(200_000), 'x')
    const wide = `${row('x', 'x')}${','.repeat(3000)}`
    const { rows } = await read(`${HEADER}\n${long}\n${wide}\n${row('Nine Rooms', 'Slow Ferry')}`, 65_536)
    expect(rows).toEqual(['unreadable', 'unreadable', ferry])
  })
})

describe('JSON lines', () => {
  const line = (title: string) => JSON.stringify(brainzListen('Nine Rooms', title, 1_715_950_440))
  const lines = Array.from({ length: 41 }, (_, place) => line(`Track ${place}`))
  test.each([
    ['lacks a bracket', (text: string) => text.slice(0, -1)],
    ['has a bracket too much', (text: string) => `{${text}`],
    ['ends within a name', (text: string) => text.slice(0, 60)],
    ['ends behind a backslash', (text: string) => `${text.slice(0, 60)}\\`],
    ['is no JSON', () => 'listened yesterday'],
    ['is longer than any listen', (text: string) => `${text.slice(0, -1)},"x":"${'x'.repeat(100_000)}"}`],
    [
      'is nested deeper than any listen',
      (text: string) => `${text.slice(0, -1)},"x":${'['.repeat(50)}${']'.repeat(50)}}`,
    ],
  ])('JSON lines lose the line that %s, and report it', async (_, change) => {
    for (const broken of [0, 20]) {
      const file = lines.map((text, place) => (place === broken ? change(text) : text)).join('\n')
      for (const size of [77, 100_000]) {
        const { rows, notes } = await read(`${file}\n`, size)
        expect([broken, rows.length, rows[broken], notes]).toEqual([broken, 41, 'unreadable', []])
        expect(rows.filter((row) => typeof row === 'object')).toHaveLength(40)
      }
    }
  })
})

describe('a list in JSON', () => {
  test('a JSON list loses a record that is too long, too deep or not UTF-8, and reports it', async () => {
    const odd = [
      JSON.stringify(extendedPlay({ note: 'x'.repeat(100_000) })),
      `{"ts":"2024-05-17T12:54:30Z","ms_played":1,"x":${'['.repeat(1000)}${']'.repeat(1000)}}`,
    ]
    const play = JSON.stringify(extendedPlay())
    const broken = Buffer.from(JSON.stringify(extendedPlay({ master_metadata_track_name: 'Mot\u00f6' })), 'latin1')
    const file = Buffer.concat([Buffer.from(`[${play},${odd.join(',')},`), broken, Buffer.from(`,${play}]`)])
    const { rows, notes } = await read(file, 65_536)
    expect(rows.map((row) => (typeof row === 'string' ? row : row.title))).toEqual([
      'Slow Ferry',
      'unreadable',
      'unreadable',
      'unreadable',
      'Slow Ferry',
    ])
    expect(notes).toEqual([])
  })

  test('a JSON list may hold values of any type', async () => {
    const odd = [{ toString: 1 }, [[]], 1e300, null, true]
    for (const value of odd) {
      const play = extendedPlay({ spotify_track_uri: value, ms_played: 180_000 })
      expect((await read([play, { ...play, master_metadata_album_artist_name: value }])).rows).toHaveLength(2)
    }
  })

  test.each([0, -5])('a JSON list has no listen for a play of %s ms', async (ms_played) => {
    expect((await read([extendedPlay({ ms_played })])).rows).toEqual(['short'])
  })
})

describe('pages of Last.fm', () => {
  const track = (title: string) => lastfmTrack('Nine Rooms', title, '1715950440')
  const attr = { user: 'mirelle', page: '1', totalPages: '2' }
  const many = Array.from({ length: 1000 }, (_, place) => track(`Track ${place}`))
  test.each([
    ['a page with a single track', [{ track: track('Slow Ferry'), '@attr': attr }], 1],
    [
      'pages of 1,000 tracks and one of a single track',
      [
        { track: many, '@attr': attr },
        { track: track('x'), '@attr': attr },
      ],
      1001,
    ],
    ['attributes first', [{ '@attr': attr, track: many }], 1000],
    ['the response as it was', { recenttracks: { track: many, '@attr': attr } }, 1000],
    ['the response with one track', { recenttracks: { track: track('x'), '@attr': attr } }, 1],
    ['the attributes before one track', { recenttracks: { '@attr': attr, track: track('x') } }, 1],
  ])('pages of Last.fm are read with %s', async (_, file, listens) => {
    for (const size of [777, 65_536]) {
      const { rows, sources } = await read(file, size)
      expect([rows.filter((row) => typeof row === 'object').length, rows.length]).toEqual([listens, listens])
      expect(sources).toEqual(['lastfm-json'])
    }
  })
})

describe('raw responses', () => {
  const page = (title: string) => ({
    recenttracks: { track: [lastfmTrack('Nine Rooms', title, '1715950440')], '@attr': { page: '1', totalPages: '2' } },
  })
  const single = (title: string) => ({
    recenttracks: { track: lastfmTrack('Nine Rooms', title, '1715950440'), '@attr': { page: '1', totalPages: '2' } },
  })
  test.each([
    ['a list', JSON.stringify([page('a'), page('b')])],
    ['lines that begin with a single track', `${JSON.stringify(single('a'))}\n${JSON.stringify(page('b'))}\n`],
    ['indented single tracks', `${JSON.stringify(single('a'), null, 2)}\n${JSON.stringify(single('b'), null, 2)}`],
    ['lines', `${JSON.stringify(page('a'))}\n${JSON.stringify(page('b'))}\n`],
    ['a row', JSON.stringify(page('a')) + JSON.stringify(page('b'))],
    ['indented documents', `${JSON.stringify(page('a'), null, 2)}\n${JSON.stringify(page('b'), null, 2)}`],
  ])('responses of Last.fm are read from %s', async (_, file) => {
    const { rows, sources } = await read(file, 777)
    expect(rows.map((row) => (typeof row === 'string' ? row : row.title))).toEqual(['a', 'b'])
    expect(sources).toEqual(['lastfm-json'])
  })

  test('a response of ListenBrainz is read', async () => {
    const listens = [brainzListen('Nine Rooms', 'Slow Ferry', 1_715_950_440)]
    const { rows, sources } = await read({ payload: { count: 1, latest_listen_ts: 1_715_950_440, listens } })
    expect([rows, sources]).toMatchObject([[{ title: 'Slow Ferry' }], ['listenbrainz']])
  })
})

describe('a name', () => {
  test.each(['\u200b', '\u200b\u2060\ufeff', '\u00ad', '\u3164'])(
    'a name without visible characters is empty: %j',
    async (name) => {
      expect((await read([brainzListen(name, 'Slow Ferry', 1_715_950_440)])).rows).toEqual(['unnamed'])
      expect((await read([brainzListen('Nine Rooms', name, 1_715_950_440)])).rows).toEqual(['unnamed'])
    },
  )

  test('a name may contain invisible characters next to visible ones', async () => {
    const family = '\ud83d\udc69\u200d\ud83d\udc67'
    expect((await read([brainzListen(family, '\u266b', 1_715_950_440)])).rows).toEqual([
      listen(family, '\u266b', onHarbour),
    ])
  })
})
