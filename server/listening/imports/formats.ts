import type { Source } from '../sources.ts'
import type { CsvRow } from './csv-rows.ts'
import type { JsonShape } from './json-records.ts'
import { createCsvReader, createPlainReader, createTrackReader, isHeader, isPlainRow } from './lastfm.ts'
import { createListenReader } from './listenbrainz.ts'
import { createScrobbleReader } from './maloja.ts'
import { type Row, toFields } from './scrobble.ts'
import { createAccountReader, createExtendedReader } from './spotify.ts'

/** Reads the records of one file of a known format. */
export interface Format<Record> {
  readonly source: Source
  readonly read: (record: Record) => readonly Row[]
}

/** Returns the layout of the records of a text, from its beginning without a byte order mark. */
export function detectShape(head: string): JsonShape | 'csv' {
  const text = head.trimStart()
  if (!text.startsWith('[') && !text.startsWith('{')) return hasJsonLine(text) ? 'lines' : 'csv'
  // A Maloja export is one object around a list.
  if (text.startsWith('{') && /"scrobbles"\s*:\s*\[/.test(text)) return 'array'
  const pages = /"track"\s*:\s*\[/.exec(text)
  if (pages !== null) return measureDepth(text.slice(0, pages.index)) + 1
  if (text.startsWith('[')) return 'array'
  return hasJsonLine(text) || !text.includes('\n') ? 'lines' : 'objects'
}

/**
 * Returns whether a line of the text is an object by itself, as in JSON lines: the first one may be
 * broken.
 */
const hasJsonLine = (text: string): boolean =>
  text.split('\n').some((line) => line.startsWith('{') && line.length > 2 && typeof parseJson(line) === 'object')

/** Returns the number of objects and lists still open at the end of a text. */
function measureDepth(text: string): number {
  const brackets = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/[[\]{}]/g) ?? []
  return brackets.reduce((depth, bracket) => depth + (bracket === '[' || bracket === '{' ? 1 : -1), 0)
}

/** Returns the value of a JSON text, or undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns the format of a JSON record, by its fields; undefined if it holds no listens. */
export function findFormat(record: unknown, nowS: number): Format<unknown> | undefined {
  const fields = toFields(record)
  const hasFields = (...names: readonly string[]) => names.every((name) => name in fields)
  if (hasFields('ts', 'ms_played')) return single('spotify-extended', createExtendedReader(nowS))
  if (hasFields('endTime', 'msPlayed')) return single('spotify-account', createAccountReader(nowS))
  if (hasFields('track_metadata')) return single('listenbrainz', createListenReader(nowS))
  if (hasFields('time', 'track')) return single('maloja', createScrobbleReader(nowS))
  if (hasFields('name', 'artist') || isPage(fields)) return ofPages(nowS)
  return undefined
}

/** A format of delimiter-separated values, and the index of the header row; -1 without a header. */
export interface CsvFormat extends Format<readonly string[]> {
  readonly header: number
}

/**
 * Returns the format of delimiter-separated rows, from those at the beginning of a file; any of
 * them may be malformed.
 */
export function findCsvFormat(rows: readonly CsvRow[], nowS: number): CsvFormat | undefined {
  const header = rows.findIndex((row) => row !== undefined && isHeader(row))
  const columns = rows[header]
  if (columns !== undefined) return { ...single('lastfm-csv', createCsvReader(columns, nowS)), header }
  const isPlain = rows.some((row) => row !== undefined && isPlainRow(row))
  return isPlain ? { ...single('lastfm-csv-minutes', createPlainReader(nowS)), header: -1 } : undefined
}

const single = <Record>(source: Source, read: (record: Record) => Row): Format<Record> => ({
  source,
  read: (record) => [read(record)],
})

/**
 * Reads unchanged Last.fm responses: pages with a list of tracks, or a single track; some programs
 * write only the tracks.
 */
function ofPages(nowS: number): Format<unknown> {
  const read = createTrackReader(nowS)
  return {
    source: 'lastfm-json',
    read(record) {
      const fields = toFields(record)
      if (isPage(fields)) return [fields['track']].flat().map(read)
      // The attributes of a page, which include the number of pages.
      return 'totalPages' in fields && !('name' in fields) ? [] : [read(record)]
    },
  }
}

/** Last.fm writes a list of one as an object. */
const isPage = ({ track }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(track) || ('name' in toFields(track) && 'artist' in toFields(track))
