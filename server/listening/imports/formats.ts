import type { Source } from '../sources.ts'
import type { JsonShape } from './json-records.ts'
import { createCsvReader, createPlainReader, createTrackReader, isHeader, isPlainRow } from './lastfm.ts'
import { createListenReader } from './listenbrainz.ts'
import { createScrobbleReader } from './maloja.ts'
import { fieldsOf, type Row } from './scrobble.ts'
import { createAccountReader, createExtendedReader } from './spotify.ts'

/** Reads the records of one file, once it is known what they are. */
export interface Format<Record> {
  readonly source: Source
  readonly read: (record: Record) => readonly Row[]
}

/** How the records of a text lie, by its beginning without a byte order mark. */
export function shapeOf(head: string): JsonShape | 'csv' {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'array'
  if (!text.startsWith('{')) return 'csv'
  // Maloja's is one object around a list; else objects follow each other.
  return /"scrobbles"\s*:\s*\[/.test(text) ? 'array' : 'lines'
}

/** What a JSON record is one of, by its fields; undefined when it is none that holds listens. */
export function formatOf(record: unknown, nowS: number): Format<unknown> | undefined {
  const fields = fieldsOf(record)
  const has = (...names: readonly string[]) => names.every((it) => it in fields)
  if (has('ts', 'ms_played')) return single('spotify-extended', createExtendedReader(nowS))
  if (has('endTime', 'msPlayed')) return single('spotify-account', createAccountReader(nowS))
  if (has('track_metadata')) return single('listenbrainz', createListenReader(nowS))
  if (has('time', 'track')) return single('maloja', createScrobbleReader(nowS))
  if (has('name', 'artist') || Array.isArray(fields['track'])) return ofPages(nowS)
  return undefined
}

/** What rows of comma-separated values are, by the first of them, and whether that one holds a listen itself. */
export function csvFormatOf(
  row: readonly string[],
  nowS: number,
): (Format<readonly string[]> & { readonly isFirstData: boolean }) | undefined {
  if (isHeader(row)) return { ...single('lastfm-csv', createCsvReader(row, nowS)), isFirstData: false }
  if (isPlainRow(row)) return { ...single('lastfm-csv', createPlainReader(nowS)), isFirstData: true }
  return undefined
}

const single = <Record>(source: Source, read: (record: Record) => Row): Format<Record> => ({
  source,
  read: (record) => [read(record)],
})

/** Last.fm's answers as they were: pages with a list of tracks; some programs write the tracks alone. */
function ofPages(nowS: number): Format<unknown> {
  const read = createTrackReader(nowS)
  return {
    source: 'lastfm-json',
    read(record) {
      const { track } = fieldsOf(record)
      return Array.isArray(track) ? track.map(read) : [read(record)]
    },
  }
}
