import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  dailyTrack,
  dailyTracksCsv,
  extendedPlay,
  libraryTrack,
  playActivity,
  playActivityCsv,
} from '#tests/support/listen-files.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { createFileReader } from '#tests/support/read-listens.ts'
import { makeZip } from '#tests/support/zips.ts'

const { read, spoolDir } = createFileReader(Date.UTC(2024, 5, 1) / 1000)
const AT = 1_715_950_440
const ferry = (more: object = {}) => ({
  artist: 'Nine Rooms',
  title: 'Slow Ferry',
  listenedAt: AT,
  details: { album: 'Harbour', durationMs: 180_000, service: 'music.apple.com' },
  ...more,
})
const old = (...rows: readonly object[]) =>
  playActivityCsv(
    rows.map((row) => ({ 'Artist Name': 'Nine Rooms', ...row })),
    ['Artist Name'],
  )
const iso = (seconds: number) => new Date((AT + seconds) * 1000).toISOString()
/** A part of a play: `played` seconds, up to `end` seconds after its beginning. */
const part = (end: number, played: number, reason: string, more: object = {}) =>
  playActivity({
    'Event Start Timestamp': iso(end - played),
    'Event End Timestamp': iso(end),
    'Play Duration Milliseconds': played * 1000,
    'End Reason Type': reason,
    ...more,
  })
const DAILY = { name: 'Apple Music - Play History Daily Tracks.csv', content: dailyTracksCsv(dailyTrack()) }
const plays = (...rows: readonly object[]) => ({
  name: 'Apple Music Play Activity.csv',
  content: playActivityCsv(rows as Record<string, unknown>[]),
})
const titles = (rows: readonly unknown[]) =>
  rows.map((row) => (typeof row === 'string' ? row : (row as { artist: string }).artist))

describe('a play activity', () => {
  test('a listen is read from an export with artists, in pieces of any size', async () => {
    for (const pieceSize of [7, 100_000]) {
      expect(await read(old(playActivity()), pieceSize)).toEqual({
        rows: [ferry()],
        sources: ['apple-music'],
        notes: [],
      })
    }
  })

  test('columns may be in any order, and have the names of older exports', async () => {
    const file = [
      'End Reason Type,Content Name,Play Duration Milliseconds,Event Start Timestamp,Artist Name',
      'NATURAL_END_OF_TRACK,Slow Ferry,180000,2019-05-17T12:54:00Z,Nine Rooms',
    ].join('\n')
    expect((await read(file)).rows).toEqual([
      ferry({ listenedAt: Date.UTC(2019, 4, 17, 12, 54) / 1000, details: { service: 'music.apple.com' } }),
    ])
  })

  test('a listen begins at its end minus its length, if only the end is known', async () => {
    expect((await read(old(playActivity({ 'Event Start Timestamp': '' })))).rows).toEqual([ferry()])
    expect((await read(old(playActivity({ 'Event End Timestamp': '' })))).rows).toEqual([ferry()])
  })

  test.each([
    ['lyrics that were opened', { 'Event Type': 'LYRIC_DISPLAY' }, 'no_play'],
    ['the beginning of a play', { 'Event Type': 'PLAY_START' }, 'no_play'],
    ['a track that did not load', { 'End Reason Type': 'FAILED_TO_LOAD' }, 'no_play'],
    ['a video', { 'Media Type': 'VIDEO' }, 'not_music'],
    ['a radio', { 'Item Type': 'STREAM', 'Media Duration In Milliseconds': 0 }, 'not_music'],
    ['a play without a title', { 'Song Name': '' }, 'unnamed'],
    ['a play without an artist', { 'Artist Name': '' }, 'no_artist'],
    ['a play without a time', { 'Event End Timestamp': '', 'Event Start Timestamp': 'noon' }, 'bad_time'],
    ['a play of 1970', { 'Event End Timestamp': '', 'Event Start Timestamp': '1970-01-01T00:00:00Z' }, 'bad_time'],
    ['a play without a length', { 'Play Duration Milliseconds': 'x' }, 'unreadable'],
    ['a play that was skipped', part(20, 20, 'TRACK_SKIPPED_FORWARDS'), 'short'],
    ['an end that the playhead was moved to', part(5, 5, 'NATURAL_END_OF_TRACK'), 'short'],
  ])('%s is skipped', async (_, more, reason) => {
    expect((await read(old(playActivity(more)), 65_536)).rows).toEqual([reason])
  })

  test('a short track that was played to its end is a listen', async () => {
    const short = part(20, 20, 'NATURAL_END_OF_TRACK', { 'Media Duration In Milliseconds': 21_000 })
    expect((await read(old(short), 65_536)).rows).toMatchObject([{ title: 'Slow Ferry', listenedAt: AT }])
  })

  test('other personal data is not read', async () => {
    expect(JSON.stringify(await read(old(playActivity()), 65_536))).not.toMatch(/203\.0|Berlin|12345678|phone/)
  })
})

describe('the parts of a paused play', () => {
  const rows = (...parts: readonly object[]) => read(old(...parts), 65_536).then((file) => file.rows)

  test('are one listen from the first part on, whatever order they are in', async () => {
    const parts = [
      part(20, 20, 'PLAYBACK_MANUALLY_PAUSED'),
      part(320, 25, 'PLAYBACK_SUSPENDED'),
      part(500, 135, 'NATURAL_END_OF_TRACK'),
    ]
    expect(await rows(...parts)).toEqual(['joined', 'joined', ferry()])
    expect(await rows(...parts.toReversed())).toEqual(['joined', 'joined', ferry()])
  })

  test('are one skipped play if together they are short', async () => {
    expect(await rows(part(10, 10, 'PLAYBACK_MANUALLY_PAUSED'), part(60, 10, 'TRACK_SKIPPED_FORWARDS'))).toEqual([
      'joined',
      'short',
    ])
  })

  test('do not count the way that the playhead was moved', async () => {
    expect(
      await rows(part(10, 10, 'SCRUB_BEGIN'), part(11, 90, 'SCRUB_END'), part(25, 14, 'TRACK_SKIPPED_FORWARDS')),
    ).toEqual(['joined', 'joined', 'short'])
  })

  test.each([
    ['a longer pause', {}, 1900],
    ['another device', { 'Device Identifier': 'tablet' }, 100],
    ['another track', { 'Song Name': 'Other' }, 100],
  ])('are two plays with %s between them', async (_, more, pause) => {
    const found = await rows(part(40, 40, 'PLAYBACK_MANUALLY_PAUSED'), part(40 + pause + 40, 40, 'OTHER', more))
    expect(found).toMatchObject([{ listenedAt: AT }, { listenedAt: AT + 40 + pause }])
  })

  test('are two plays after a play that was over', async () => {
    const found = await rows(part(180, 180, 'NATURAL_END_OF_TRACK'), part(360, 180, 'NATURAL_END_OF_TRACK'))
    expect(found).toMatchObject([{ listenedAt: AT }, { listenedAt: AT + 180 }])
  })

  test('all are read from 120,000 rows in any order', { tags: NIGHTLY }, async () => {
    const parts = Array.from({ length: 60_000 }, (_, place) => [
      part(place * 600 - 4e7 + 100, 100, 'PLAYBACK_MANUALLY_PAUSED'),
      part(place * 600 - 4e7 + 300, 80, 'NATURAL_END_OF_TRACK'),
    ]).flat()
    const columns = ['Song Name', 'Artist Name', 'Album Name', 'Device Identifier', 'End Reason Type']
    const times = ['Event Start Timestamp', 'Event End Timestamp', 'Play Duration Milliseconds']
    const lines = parts.map((row) =>
      [...columns, ...times].map((column) => ({ 'Artist Name': 'Nine Rooms', ...row })[column as 'Song Name']).join(),
    )
    // Neighbours are swapped.
    const mixed = lines.map((_, place) => lines[place ^ 1])
    const found = await read(`${[...columns, ...times].join()}\n${mixed.join('\n')}`, 65_536)
    expect(found.rows.filter((row) => row === 'joined')).toHaveLength(60_000)
    expect(found.rows.filter((row) => typeof row === 'object')).toHaveLength(60_000)
  })
})

describe('the artists of an export without them', () => {
  test('are read from its daily tracks, before or behind the plays', async () => {
    for (const files of [
      [DAILY, plays(playActivity())],
      [plays(playActivity()), DAILY],
    ]) {
      const { rows, sources, notes } = await read(makeZip(...files), 65_536)
      expect(rows).toEqual(['day_only', ferry()])
      expect([sources, notes]).toEqual([['apple-music'], []])
    }
  })

  test('are read from its library, and a container only names those that are unknown', async () => {
    const library = { name: 'Apple Music Library Tracks.json', content: JSON.stringify([libraryTrack()]) }
    const container = { 'Container Artist Name': 'Someone' }
    const other = playActivity({ ...container, 'Song Name': 'Other', 'Device Identifier': 'tablet' })
    const { rows } = await read(makeZip(library, plays(playActivity(container), other)), 65_536)
    expect(titles(rows)).toEqual(['Nine Rooms', 'Someone'])
  })

  test('are found by album, then by day, and never guessed', async () => {
    const library = [
      libraryTrack(),
      libraryTrack({ Artist: 'Ada Lark', Album: 'Ferries - Single' }),
      libraryTrack({ Artist: 'Bo Quill', Album: 'Boats' }),
    ]
    const daily = dailyTracksCsv(
      dailyTrack({ 'Track Description': 'Bo Quill - Slow Ferry', 'Date Played': '20240518' }),
    )
    const play = (album: string, days: number, device: string) =>
      part(days * 86_400 + 180, 180, 'NATURAL_END_OF_TRACK', { 'Album Name': album, 'Device Identifier': device })
    const zip = makeZip(
      { name: 'library', content: JSON.stringify(library) },
      { name: 'daily', content: daily },
      plays(play('Ferries', -9, 'a'), play('harbour ', -8, 'b'), play('Live', 0, 'c'), play('Live', 9, 'd')),
    )
    expect(titles((await read(zip, 65_536)).rows)).toEqual([
      'day_only',
      'Ada Lark',
      'Nine Rooms',
      'Bo Quill',
      'no_artist',
    ])
  })

  test('are missing from the play activity alone, and it says so', async () => {
    expect((await read(plays(playActivity()).content, 65_536)).rows).toEqual(['no_artist'])
    expect((await read(makeZip(plays(playActivity())), 65_536)).rows).toEqual(['no_artist'])
  })

  test.each([
    ['daily tracks', DAILY.content],
    ['recently played tracks', 'Track Description,Total plays,First Event Timestamp\nNine Rooms - Slow Ferry,3,2024\n'],
    [
      'the last play of each track',
      'Track Name,Last Played Date,Is User Initiated\nNine Rooms - Slow Ferry,1715,true\n',
    ],
  ])('%s alone are no listens, and it says so', async (_, file) => {
    expect((await read(file, 65_536)).rows).toEqual(['day_only'])
  })

  test('a library alone is no file of listens', async () => {
    const file = JSON.stringify([libraryTrack()])
    await expect(read(file, 65_536)).rejects.toThrow("can't read")
    await expect(read(makeZip({ name: 'a', content: file }), 65_536)).rejects.toThrow("can't read")
  })
})

describe('a zip in a zip', () => {
  const activity = makeZip(DAILY, plays(playActivity()))
  const nest = (zip: Buffer, depth: number): Buffer =>
    depth === 0
      ? zip
      : nest(makeZip({ name: 'Apple_Media_Services.zip', content: zip }, { name: 'x', content: 'x' }), depth - 1)

  test.each([1, 2, 3])('the files of an export are read %s zips deep', async (depth) => {
    expect((await read(nest(activity, depth), 65_536)).rows).toEqual(['day_only', ferry()])
    expect(readdirSync(spoolDir)).toEqual([])
  })

  test('files are not read deeper than any export has them', async () => {
    await expect(read(nest(activity, 4), 65_536)).rejects.toThrow("can't read")
  })

  test('a damaged zip in a zip is left out, and the rest is read', async () => {
    const zip = makeZip({ name: 'a.zip', content: activity.subarray(0, 300) }, { name: 'b.zip', content: activity })
    const { rows, notes } = await read(zip, 65_536)
    expect(rows).toEqual(['day_only', ferry()])
    expect(notes).toEqual(['One file in the zip is damaged and left out from there on.'])
  })

  test('zips in a zip beyond the limits are left out, and the rest is read', async () => {
    const small = createFileReader(Date.UTC(2024, 5, 1) / 1000, { maxBytes: 20_000 })
    const noise = makeZip({
      name: 'x',
      content: Buffer.from(Array.from({ length: 30_000 }, () => Math.random()).join('')),
    })
    const play = { name: 'b', content: JSON.stringify([extendedPlay()]) }
    const large = await small.read(makeZip({ name: 'a.zip', content: noise }, play), 65_536)
    expect([large.rows.length, large.notes]).toEqual([
      1,
      ['One file in the zip is left out: a zip that is too large, or one too many.'],
    ])
    const empty = makeZip({ name: 'x', content: 'x' })
    const zips = Array.from({ length: 120 }, (_, place) => ({ name: `${place}.zip`, content: empty }))
    const many = await read(makeZip(...zips, play), 65_536)
    expect([many.rows.length, many.notes]).toEqual([
      1,
      ['21 files in the zip are left out: a zip that is too large, or one too many.'],
    ])
    expect(readdirSync(spoolDir)).toEqual([])
  })

  test('zips in a zip may have as many files together as one', async () => {
    const files = Array.from({ length: 600 }, (_, place) => ({ name: `${place}`, content: 'x' }))
    const zip = makeZip(
      { name: 'a.zip', content: makeZip(...files) },
      { name: 'b.zip', content: makeZip(...files) },
      DAILY,
    )
    const { rows, notes } = await read(zip, 65_536)
    expect([rows, notes.length]).toEqual([['day_only'], 1])
  })
})
