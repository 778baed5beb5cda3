import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { PICTURE_SIDES, uploadPicture } from '#contract/accounts/pictures.ts'
import { importListens } from '#contract/listening/import-listens.ts'
import {
  accountPlay,
  brainzListen,
  dailyTrack,
  dailyTracksCsv,
  deezerPlay,
  extendedPlay,
  koitoListen,
  lastfmTrack,
  libraryTrack,
  panoEntry,
  playActivity,
  playActivityCsv,
  scrobblerLog,
  statsScrobble,
  tidalStream,
  youtubeCell,
  youtubeHtml,
  youtubeWatch,
} from '#tests/support/listen-files.ts'
import { aPng } from '#tests/support/pictures/png.ts'
import { makeWorkbook } from '#tests/support/workbooks.ts'
import { makeZip } from '#tests/support/zips.ts'
import type { HttpCase } from './fuzz-case.ts'
import { hostileJson, mutated, toJson } from './values.ts'

const BOUNDARY = 'fuzz-boundary'
const sides = Object.entries(PICTURE_SIDES)
const PNGS = new Map(sides.map(([, side]) => [side, aPng(side)]))
const PICTURES = ['canvas.jpg', 'canvas.png', 'canvas.webp', 'alpha.webp', 'lossless.webp'].map((name) =>
  readFileSync(resolve(import.meta.dirname, '../support/pictures', name)),
)

const formOf = (parts: readonly (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, bytes]) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])

const aPicture = fc.oneof(fc.constantFrom(...PNGS.values()), fc.constantFrom(...PICTURES))
const pictureForm = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(...sides.map(([, side]) => mutated(fc.constant(PNGS.get(side) ?? Buffer.alloc(0))))),
  },
  { weight: 2, arbitrary: fc.tuple(...sides.map(() => mutated(aPicture))) },
)

/** Picture uploads with broken bytes or forms. */
export const pictureCase: fc.Arbitrary<HttpCase> = fc
  .tuple(
    pictureForm.map((pictures) => formOf(pictures.map((bytes, at) => [sides[at]?.[0] ?? 'x', bytes] as const))),
    fc.nat({ max: 3 }),
    fc.constantFrom(`multipart/form-data; boundary=${BOUNDARY}`, 'multipart/form-data', 'image/png', ''),
  )
  .chain(([form, breaks, type]) =>
    (breaks === 0 ? mutated(fc.constant(form)) : fc.constant(form)).map((body) => ({
      kind: 'picture',
      as: 'ada',
      method: 'POST',
      target: `${uploadPicture.path}?user=ada`,
      headers: { 'Content-Type': breaks === 1 ? type : `multipart/form-data; boundary=${BOUNDARY}` },
      body,
    })),
  )

/** History rows with some arbitrary values. */
const record = fc
  .tuple(
    fc.constantFrom<Readonly<Record<string, unknown>>>(
      extendedPlay(),
      accountPlay(),
      brainzListen('Sol Ferro', 'Rain', 1_715_950_600),
      lastfmTrack('Sol Ferro', 'Rain', '1715950600'),
      koitoListen(),
      panoEntry(),
      statsScrobble(),
      deezerPlay(),
      youtubeWatch(),
      libraryTrack(),
    ),
    fc.array(fc.tuple(fc.nat({ max: 20 }), hostileJson), { maxLength: 3 }),
  )
  .map(([original, changes]) => {
    const result: Record<string, unknown> = { ...original }
    const names = Object.keys(result)
    for (const [at, value] of changes) result[names[at % names.length] ?? 'x'] = value
    return result
  })
const records = fc.array(record, { minLength: 1, maxLength: 20 })
const jsonFile = fc.oneof(
  records.map(toJson),
  records.map((all) => all.map(toJson).join('\n')),
  records.map((all) => toJson({ recenttracks: { track: all } })),
  records.map((all) => toJson({ scrobbles: all })),
  records.map((all) => toJson({ listens: all })),
)
const cell = fc.oneof(
  fc.constantFrom('Sol Ferro', 'Rain', '17 May 2024 12:54', '1715950600', '""', '"', 'a"b', '\r', '\0', '\ufeff'),
  fc.nat({ max: 3000 }).map((n) => 'x'.repeat(n)),
)
const csvFile = fc
  .tuple(
    fc.constantFrom(
      'artist,album,title,date\n',
      'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n',
      'Artist;Album;AlbumId;Track;Date#mirelle\n',
      '# a comment\nArtist,Track,Album,Time\n',
      `${Object.keys(panoEntry()).join()}\n`,
      `${Object.keys(deezerPlay()).join()}\n`,
      `${Object.keys(tidalStream()).join()}\n`,
      'Song Name,Event End Timestamp,Play Duration Milliseconds\n',
      'Track Description,Date Played\n',
      '#AUDIOSCROBBLER/1.1\n#TZ/UNKNOWN\n',
      '',
    ),
    fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 50 }),
  )
  .map(([head, rows]) => head + rows.map((row) => row.join(',')).join('\n'))
/**
 * Small files that are expensive: nesting, rows without an end, a zip that unpacks to many times
 * its size.
 */
const bomb = fc.oneof(
  fc
    .tuple(fc.constantFrom('[', '{"a":', '[{"a":[', '"', 'a,', '"a",', '{', ','), fc.nat({ max: 200_000 }))
    .map(([part, n]) => Buffer.from(part.repeat(n))),
  fc
    .tuple(fc.constantFrom('[', 'a,', '{"ts":"', '\n', '{}\n'), fc.nat({ max: 1_500_000 }))
    .map(([part, n]) =>
      makeZip({ name: 'a.json', content: part.repeat(n) }, { name: 'b.csv', content: part.repeat(n) }),
    ),
  fc
    .nat({ max: 400 })
    .map((n) => makeZip(...Array.from({ length: n }, (_, at) => ({ name: `${at}.json`, content: '[]' })))),
)
const zipFile = fc
  .tuple(
    fc.array(fc.oneof(jsonFile, csvFile), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('Streaming_History_Audio_0.json', '../x.json', 'a.csv', '/etc/passwd', 'a/b.zip', '\0.json'),
  )
  .map(([contents, name]) =>
    makeZip(...contents.map((content, at) => ({ name: at === 0 ? name : `endsong_${at}.json`, content }))),
  )

const page = fc.array(
  fc.oneof(cell, fc.constantFrom('<a href="', '<br>', '<div class="', '&amp', '<!--', ']]>', '>')),
  {
    maxLength: 9,
  },
)
const htmlFile = fc
  .array(
    page.map((parts) => youtubeCell({ title: parts.join('') })),
    { maxLength: 20 },
  )
  .map((cells) => youtubeHtml(cells, 500))
const sheetCell = fc.oneof(cell, fc.double(), fc.constant(null))
const workbookFile = fc
  .tuple(
    fc.constantFrom(deezerPlay(), tidalStream()),
    fc.array(fc.array(sheetCell, { maxLength: 14 }), { maxLength: 20 }),
  )
  .map(([play, rows]) => makeWorkbook({ a: [Object.keys(play), Object.values(play), ...rows] }))
const appleFile = fc.array(fc.tuple(fc.nat({ max: 20 }), cell), { maxLength: 9 }).map((changes) => {
  const rows = changes.map(([at, value]) => {
    const play: Record<string, unknown> = playActivity()
    play[Object.keys(play)[at % Object.keys(play).length] ?? 'x'] = value
    return play
  })
  const daily = {
    name: 'b',
    content: dailyTracksCsv(...changes.map(([, value]) => dailyTrack({ 'Track Description': value }))),
  }
  return makeZip({ name: 'a.zip', content: makeZip({ name: 'a', content: playActivityCsv(rows) }, daily) })
})
const logFile = fc
  .array(fc.array(cell, { maxLength: 9 }), { maxLength: 20 })
  .map((lines) => scrobblerLog('UNKNOWN', ...lines))

/** Listen files: in every format, broken, packed, and bombs. */
export const importCase: fc.Arbitrary<HttpCase> = fc
  .oneof(
    { weight: 4, arbitrary: jsonFile.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: mutated(jsonFile.map((text) => Buffer.from(text))) },
    { weight: 3, arbitrary: csvFile.map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: mutated(csvFile.map((text) => Buffer.from(text))) },
    { weight: 2, arbitrary: zipFile },
    { weight: 2, arbitrary: mutated(zipFile) },
    { weight: 2, arbitrary: fc.oneof(htmlFile, logFile).map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: mutated(fc.oneof(htmlFile, logFile).map((text) => Buffer.from(text))) },
    { weight: 2, arbitrary: fc.oneof(workbookFile, appleFile) },
    { weight: 2, arbitrary: mutated(fc.oneof(workbookFile, appleFile)) },
    { weight: 2, arbitrary: bomb },
  )
  .map((body) => ({
    kind: 'import',
    as: 'ada',
    method: 'POST',
    target: `${importListens.path}?user=ada&file_name=a.json&time_zone=Asia/Kolkata`,
    headers: {},
    body,
  }))
