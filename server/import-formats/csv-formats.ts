import type { Source } from '#server/listening/listens/sources.ts'
import { createSummaryReader, isSummaryHeader } from './apple-names.ts'
import { isPlayActivityHeader, playActivityFormat } from './apple-plays.ts'
import { type CsvColumns, createColumns } from './csv-columns.ts'
import type { CsvRow } from './csv-rows.ts'
import { DEEZER_FIELDS, readDeezer } from './deezer.ts'
import { type Format, oneToOne, type RawRow } from './format.ts'
import { isPlainRow, LASTFM_FIELDS, readLastfmRow, readPlainRow } from './lastfm.ts'
import { isStatsHeader, readStats, STATS_FIELDS } from './lastfmstats.ts'
import { LIBREFM_FIELDS, readLibrefm } from './librefm.ts'
import { PANO_FIELDS, readPano } from './pano-scrobbler.ts'
import type { ReadContext } from './read-context.ts'
import { createTidalReader, TIDAL_FIELDS } from './tidal.ts'

/** A format for delimiter-separated values, and the header row index; -1 without a header. */
export interface CsvFormat extends Format<readonly string[]> {
  readonly header: number
}

/**
 * Returns the format for delimiter-separated rows, from a file's first rows; any may be malformed.
 */
export function findCsvFormat(rows: readonly CsvRow[], context: ReadContext): CsvFormat | undefined {
  for (const [header, row] of rows.entries()) {
    const format = row && findByHeader(createColumns(row), context)
    if (format !== undefined) return { ...format, header }
  }
  const isPlain = rows.some((row) => row !== undefined && isPlainRow(row))
  return isPlain ? { ...oneToOne('lastfm-csv-minutes', context.nowS, readPlainRow), header: -1 } : undefined
}

function findByHeader(columns: CsvColumns, context: ReadContext): Format<readonly string[]> | undefined {
  const width = columns.names.length
  /** A table with a listen per row. A row with fewer cells than `cellsMin` is unreadable. */
  const ofTable = (
    source: Source,
    fields: readonly string[],
    read: (record: Readonly<Record<string, string>>) => RawRow,
    cellsMin = width,
  ) =>
    oneToOne(source, context.nowS, (row: readonly string[]) =>
      row.length > width || row.length < cellsMin ? 'unreadable' : read(columns.toRecord(row, fields)),
    )
  if (columns.has('uts', 'artist', 'track')) return ofTable('lastfm-csv', LASTFM_FIELDS, readLastfmRow)
  if (columns.has('timems', 'artist', 'track'))
    // Older versions wrote fewer columns than the header has.
    return ofTable('pano-scrobbler', PANO_FIELDS, readPano, PANO_FIELDS.length)
  if (isStatsHeader(columns)) return ofTable('lastfmstats', STATS_FIELDS, readStats)
  if (columns.has('song title', 'artist', 'listening time', 'date'))
    return ofTable('deezer', DEEZER_FIELDS, readDeezer, 1)
  if (columns.has('artist_name', 'track_title', 'entry_date'))
    return ofTable('tidal', TIDAL_FIELDS, createTidalReader(context.timeZone))
  if (isPlayActivityHeader(columns)) return playActivityFormat(columns, context)
  if (isSummaryHeader(columns)) return oneToOne('apple-music', context.nowS, createSummaryReader(columns, context))
  if (columns.has('time', 'artist', 'track')) return ofTable('librefm', LIBREFM_FIELDS, readLibrefm)
  return undefined
}
