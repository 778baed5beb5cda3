import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  csvTable,
  dailyTrack,
  dailyTracksCsv,
  extendedPlay,
  koitoExport,
  koitoListen,
  libraryTrack,
  playActivity,
  playActivityCsv,
  scrobblerLog,
  youtubeCell,
  youtubeHtml,
  youtubeWatch,
} from '#tests/support/listen-files.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { watchTurns } from '#tests/support/processor-time.ts'
import { createFileReader } from '#tests/support/read-listens.ts'
import { packWorkbook, sheetXml } from '#tests/support/workbooks.ts'
import { makeZip } from '#tests/support/zips.ts'

const { read, readChunks, spoolDir } = createFileReader(Date.UTC(2024, 5, 1) / 1000)

/**
 * Reads the files concurrently. Returns the memory growth in MB, the processor time in the longest
 * event loop turn in ms, and each file's result.
 */
async function readAtOnce(
  files: readonly Buffer[],
): Promise<{ grownMb: number; blockedMs: number; results: string[] }> {
  const before = process.memoryUsage().rss
  let peak = before
  const turns = watchTurns()
  const results = await Promise.all(
    files.map(async (file) => {
      const outcome = read(file, 65_536).then(
        ({ rows }) => `${rows.length} rows`,
        (error: Error) => error.message,
      )
      return outcome.finally(() => (peak = Math.max(peak, process.memoryUsage().rss)))
    }),
  )
  return { grownMb: (peak - before) / 1e6, blockedMs: turns.stop(), results: [...new Set(results)] }
}

/**
 * The most processor time of one turn: a busy machine takes three times as long as an idle one.
 * Quadratic time would be minutes.
 */
const BLOCKED_MAX_MS = 4000

/** A row with 90,000-character fields without an end. */
const endlessRow = (bytes: number) => Buffer.from(`${'a'.repeat(90_000)},`.repeat(bytes / 90_000))
const NOT_OURS = "Flipside can't read this file. See which files work."
const NONE_OF_OURS = "Flipside can't read any file in this zip. See which files work."

test('a row without an end is rejected by its beginning', async () => {
  const sent = { bytes: 0 }
  async function* chunks() {
    for (let at = 0; at < 640; at++) {
      sent.bytes += 65_536
      yield endlessRow(90_000).subarray(0, 65_536)
    }
  }
  await expect(readChunks(chunks(), undefined).next()).rejects.toThrow(NOT_OURS)
  expect(sent.bytes).toBe(65_536)
})

test('fifteen zips of a highly compressed row use little memory', async () => {
  const zip = makeZip({ name: 'a.csv', content: endlessRow(10_000_000) })
  expect(zip.length).toBeLessThan(20_000)
  const { grownMb, results } = await readAtOnce(Array<Buffer>(15).fill(zip))
  expect(results).toEqual([NONE_OF_OURS])
  expect(grownMb).toBeLessThan(100)
})

test('rows without an end below a known header are skipped', async () => {
  const { grownMb, results } = await readAtOnce([
    Buffer.concat([Buffer.from('uts,artist,track\n'), endlessRow(20_000_000)]),
  ])
  expect(results).toEqual(['1 rows'])
  expect(grownMb).toBeLessThan(100)
})

test('unclosed quotes take linear time, whatever line begins with one', async () => {
  const line = 'a",""",x\n'
  const { blockedMs, results } = await readAtOnce([Buffer.from(`uts,artist,track\n${line.repeat(1_000_000)}`)])
  expect(results[0]).toMatch(/^\d+ rows$/)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test.each([
  ['an object that does not end', Buffer.concat([Buffer.from('{"ts":'), Buffer.alloc(20_000_000, ' ')]), NOT_OURS],
  ['lists in lists', Buffer.concat([Buffer.from('[{"a":'), Buffer.alloc(8_000_000, '[')]), NOT_OURS],
  ['objects in objects', Buffer.from('{"a":'.repeat(1_600_000)), NOT_OURS],
])('%s takes linear time and little memory', async (_, file, result) => {
  const { grownMb, results } = await readAtOnce([file])
  expect(results).toEqual([result])
  expect(grownMb).toBeLessThan(100)
})

/**
 * HTML with hostile content between two entries, and the rows read from it. A tag without an end
 * hides the entry behind it.
 */
const html = (content: string, rows: string) =>
  [youtubeHtml([youtubeCell(), content, youtubeCell()], 100), rows] as const
const MANY = 4_000_000
test.each([
  ['a tag without an end', ...html(`<a ${'x'.repeat(MANY)}`, '1 rows')],
  ['an attribute without an end', ...html(`<a href="${'x'.repeat(MANY)}`, '1 rows')],
  ['a comment without an end', ...html(`<!--${'-'.repeat(MANY)}`, '1 rows')],
  ['open brackets', ...html('<'.repeat(MANY), '1 rows')],
  ['half tags', ...html('<a href='.repeat(MANY / 8), '1 rows')],
  ['nested cells', ...html('<div class="content-cell">'.repeat(MANY / 26), '2 rows')],
  ['an entry in an entry', ...html('<div class="outer-cell">'.repeat(MANY / 24), `${2 + Math.floor(MANY / 24)} rows`)],
  ['a text as long as a book', ...html(youtubeCell({ title: 'x'.repeat(MANY) }), '3 rows')],
  ['links without an end', ...html(youtubeCell({ title: '</a><a href="x">'.repeat(MANY / 16) }), '3 rows')],
  ['lines without an end', ...html(youtubeCell({ title: '</a>x<br>'.repeat(MANY / 9) }), '3 rows')],
  ['entities', ...html(youtubeCell({ title: '&amp'.repeat(1200) }).repeat(800), '802 rows')],
  ['long dates', ...html(youtubeCell({ date: '1:1'.repeat(1600) }).repeat(800), '802 rows')],
  ['a style sheet without an end', youtubeHtml([youtubeCell()], 8_000_000), NOT_OURS],
])('HTML with %s takes linear time and little memory', async (_, file, result) => {
  const { grownMb, blockedMs, results } = await readAtOnce([Buffer.from(file)])
  expect(results).toEqual([result])
  expect(grownMb).toBeLessThan(100)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test.each([
  [
    'titles of a megabyte in an unknown language',
    [youtubeWatch({ title: `о ${'x'.repeat(90_000)}` })],
    600,
    '600 rows',
  ],
  ['channels of 90,000 characters', [youtubeWatch({ subtitles: [{ name: ' vevo'.repeat(18_000) }] })], 100, '100 rows'],
  [
    'titles of blanks',
    [youtubeWatch({ title: `Watched x${' '.repeat(90_000)}(`, subtitles: [{ name: 'x' }] })],
    100,
    '100 rows',
  ],
])('a watch history with %s takes linear time', async (_, [entry], count, result) => {
  const file = Buffer.from(`[${Array(count).fill(JSON.stringify(entry)).join()}]`)
  const { grownMb, blockedMs, results } = await readAtOnce([file])
  expect(results).toEqual([result])
  // The first has 54 million characters of two bytes; garbage of earlier files is freed at any time.
  expect(grownMb).toBeLessThan(400)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test.each([
  [
    'aliases',
    koitoExport(
      koitoListen(),
      koitoListen({ track: { aliases: Array.from({ length: 3000 }, () => ({ alias: 'x' })) } }),
    ),
    '2 rows',
  ],
  [
    'artists',
    koitoExport(koitoListen(), koitoListen({ artists: Array.from({ length: 3000 }, () => ({ aliases: [] })) })),
    '2 rows',
  ],
  ['tabs', scrobblerLog('UTC', ['\t'.repeat(2_000_000)], ['x'.repeat(2_000_000)]), '2 rows'],
  ['headers', `${scrobblerLog('UNKNOWN')}${'#TZ/UTC\n'.repeat(500_000)}`, '0 rows'],
])('a file with any number of %s takes linear time and little memory', async (_, file, result) => {
  const { grownMb, blockedMs, results } = await readAtOnce([Buffer.from(file)])
  expect(results).toEqual([result])
  expect(grownMb).toBeLessThan(100)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test('names for a play activity are bounded, however many there are', { tags: NIGHTLY }, async () => {
  const daily = Array.from(
    { length: 400_000 },
    (_, place) => `${'x'.repeat(30)} ${place} - ${Math.random()} ${'y'.repeat(30)}`,
  )
  const library = Array.from({ length: 500 }, (_, place) =>
    libraryTrack({ Title: 'x'.repeat(8000), Artist: 'y'.repeat(8000), Album: `${place}` }),
  )
  const zip = makeZip(
    { name: 'a', content: JSON.stringify(library) },
    { name: 'b', content: `Track Description,Date Played\n${daily.map((text) => `${text},20240517`).join('\n')}` },
    { name: 'c', content: playActivityCsv([playActivity()]) },
  )
  const { grownMb, blockedMs, results } = await readAtOnce([zip])
  expect(results).toEqual(['400001 rows'])
  expect(grownMb).toBeLessThan(450)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test.each([
  ['as many devices as plays', (place: number) => ({ 'Device Identifier': `device ${place}` })],
  ['one paused play', () => ({ 'End Reason Type': 'PLAYBACK_MANUALLY_PAUSED' })],
  ['plays of a length that is no number', () => ({ 'Play Duration Milliseconds': '1e999' })],
])('a play activity of %s takes linear time and little memory', { tags: NIGHTLY }, async (_, more) => {
  const row = (place: number) => ({ ...playActivity({ 'Artist Name': 'x' }), ...more(place) })
  const columns = Object.keys(row(0))
  const rows = Array.from({ length: 100_000 }, (_, place) => row(place))
  const { grownMb, blockedMs, results } = await readAtOnce([Buffer.from(csvTable(columns, rows))])
  expect(results).toEqual(['100000 rows'])
  expect(grownMb).toBeLessThan(250)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test('a CSV file with a million columns is rejected, as a row below a header it is skipped', async () => {
  const wide = ','.repeat(1_000_000)
  const file = `${dailyTracksCsv(dailyTrack())}${wide}\n`
  const { results, grownMb } = await readAtOnce([Buffer.from(wide), Buffer.from(file)])
  expect(results).toEqual([NOT_OURS, '2 rows'])
  expect(grownMb).toBeLessThan(100)
})

test('zips in a zip that unpack to far more than listens are left out', async () => {
  const hollow = Array.from({ length: 10 }, (_, place) => ({ name: `${place}`, content: Buffer.alloc(8_000_000, ' ') }))
  const bomb = makeZip(...hollow)
  const zips = Array.from({ length: 20 }, (_, place) => ({ name: `${place}.zip`, content: bomb }))
  const { grownMb, results } = await readAtOnce([
    makeZip(...zips, { name: 'a', content: JSON.stringify([extendedPlay()]) }),
  ])
  expect(results).toEqual(['1 rows'])
  expect(grownMb).toBeLessThan(100)
})

test('documents in a zip are spooled up to the limit of a file, however they compress', async () => {
  const { read: readSmall } = createFileReader(Date.UTC(2024, 5, 1) / 1000, { maxBytes: 1_000_000 })
  const letter = makeZip({ name: '[Content_Types].xml', content: randomBytes(60_000) })
  const letters = Array.from({ length: 60 }, (_, place) => ({ name: `${place}.docx`, content: letter }))
  const zip = makeZip(...letters, { name: 'a', content: JSON.stringify([extendedPlay()]) })
  const { rows, notes } = await readSmall(zip, 65_536)
  const fitting = Math.floor(1_000_000 / letter.length)
  expect([rows.length, notes]).toEqual([1, [expect.stringContaining(`${60 - fitting} files in the zip are left out`)]])
})

const SHEET = 'xl/worksheets/sheet1.xml'
const TIDAL = ['artist_name', 'track_title', 'entry_date'].map((name) => `<c t="str"><v>${name}</v></c>`).join('')
const sheet = (content: string) => packWorkbook([{ name: SHEET, content: sheetXml(`<row>${TIDAL}</row>${content}`) }])
/** Texts that do not compress to nothing. */
const noise = (count: number) =>
  Array.from({ length: count }, () => Math.random().toString(36)).join('</t></si><si><t>')
test.each([
  [
    'too many shared texts',
    packWorkbook([], `<sst>${'<si/>'.repeat(1_600_000)}</sst>`),
    /^The workbook has more texts/,
  ],
  [
    'too many different texts',
    packWorkbook([], `<sst><si><t>${noise(1_550_000)}</t></si></sst>`),
    /^The workbook has more texts/,
  ],
  ['texts without an end', packWorkbook([], `<sst><si><t>${'x'.repeat(MANY)}</t></si></sst>`), NOT_OURS],
  ['nested elements', sheet(`<row>${'<a>'.repeat(MANY / 4)}`), '0 rows'],
  ['a cell without an end', sheet(`<row><c><v>${'1'.repeat(MANY)}`), '0 rows'],
  ['a tag without an end', sheet(`<row><c ${'r="A1" '.repeat(MANY / 8)}`), '0 rows'],
  ['a million columns', sheet(`<row>${'<c><v>1</v></c>'.repeat(600_000)}</row>`), '1 rows'],
  ['a million empty rows', sheet('<row></row>'.repeat(850_000)), '0 rows'],
  ['a million formulas', sheet(`<row>${'<c><f>A1</f></c>'.repeat(580_000)}</row>`), '1 rows'],
  [
    'a million rows before a header',
    packWorkbook([{ name: SHEET, content: sheetXml('<row><c><v>1</v></c></row>'.repeat(360_000)) }]),
    NOT_OURS,
  ],
  [
    'a sheet that unpacks to gigabytes',
    makeZip({ name: 'xl/workbook.xml', content: '' }, { name: SHEET, content: Buffer.alloc(30_000_000, ' ') }),
    /far more than listens/,
  ],
])('a workbook with %s takes linear time and little memory', async (_, book, result) => {
  const { grownMb, blockedMs, results } = await readAtOnce([book])
  expect(results).toEqual([typeof result === 'string' ? result : expect.stringMatching(result)])
  expect(grownMb).toBeLessThan(300)
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS)
})

test('a row of a workbook with one cell far to the right costs little more than another', async () => {
  const measure = async (cell: string) => {
    const before = process.cpuUsage()
    const rows = Array.from({ length: 60_000 }, (_, row) => `<row><c r="${cell}"><v>${row}</v></c></row>`)
    expect((await read(sheet(rows.join('')), 65_536)).rows).toHaveLength(60_000)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const near = await measure('A1')
  // 15 times as much with 2,000 columns.
  expect((await measure('IV1')) / near).toBeLessThan(6)
  expect((await measure('BXW1')) / near).toBeLessThan(6)
})

test('a large file of another kind in a zip is skipped and not reported as damaged', async () => {
  const tracks = Array.from({ length: 70_000 }, (_, place) => ({
    artist: `Artist ${place * 7919}`,
    uri: Math.imul(place, 2_654_435_761).toString(36),
  }))
  for (const indent of [undefined, 2]) {
    const library = { name: 'YourLibrary.json', content: JSON.stringify({ tracks, albums: [] }, null, indent) }
    const history = { name: 'Streaming_History_Audio.json', content: JSON.stringify([extendedPlay()]) }
    const { rows, notes } = await read(makeZip(library, history), 65_536)
    expect([rows.length, notes]).toEqual([1, []])
  }
})

test('a zip with overlapping files is rejected', async () => {
  const zip = makeZip({ name: 'a.json', content: JSON.stringify([extendedPlay()]) })
  const end = zip.subarray(-22)
  const directory = zip.subarray(end.readUInt32LE(16), -22)
  end.writeUInt16LE(6, 8)
  end.writeUInt16LE(6, 10)
  end.writeUInt32LE(directory.length * 6, 12)
  const six = Buffer.concat([zip.subarray(0, -22), ...Array<Buffer>(5).fill(directory), end])
  await expect(read(six, 65_536)).rejects.toThrow('Files in the zip overlap')
})

test('a zip with a directory longer than a megabyte is rejected before it is read', async () => {
  const { grownMb, results } = await readAtOnce([aLongDirectory(300, 65_000)])
  expect(results).toEqual(['The list of files in the zip is longer than 1 MB.'])
  expect(grownMb).toBeLessThan(150)
})

/** A zip with `entries` names, each with `extra` bytes in empty extra fields. */
function aLongDirectory(entries: number, extra: number): Buffer {
  const entry = Buffer.alloc(46 + 1 + extra)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(1, 28)
  entry.writeUInt16LE(extra, 30)
  entry.write('a', 46)
  for (let at = 47; at + 4 <= entry.length; at += 4) entry.writeUInt32LE(0xffff, at)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(entry.length * entries, 12)
  end.writeUInt32LE(30, 16)
  return Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(26), ...Array<Buffer>(entries).fill(entry), end])
}

test('a zip unpacks to at most the limit of a file, and earlier records are imported', async () => {
  const small = createFileReader(Date.UTC(2024, 5, 1) / 1000, { maxBytes: 100_000 })
  const plays = Array.from({ length: 100 }, (_, place) =>
    extendedPlay({ ts: new Date(1.7e12 + place * 1e6).toISOString(), note: Math.random() }),
  )
  const file = { name: 'a', content: JSON.stringify(plays) }
  const rows: unknown[] = []
  const reading = async () => {
    const zip = makeZip(file, { ...file, name: 'b' }, { ...file, name: 'c' })
    const upload = small.readChunks(
      (async function* () {
        yield zip
      })(),
      zip.length,
    )
    for await (const read of upload) rows.push(...read.rows)
  }
  await expect(reading()).rejects.toThrow('The zip unpacks to more than 0 MB.')
  expect(rows.length).toBeGreaterThanOrEqual(100)
  expect(readdirSync(spoolDir)).toEqual([])
})

test('many highly compressed files together are rejected like a single one', async () => {
  const hollow = Array.from({ length: 10 }, (_, place) => ({ name: `${place}`, content: Buffer.alloc(8_000_000, ' ') }))
  await expect(read(makeZip(...hollow), 65_536)).rejects.toThrow('far more than listens would')
})
