import { createSummaryReader, isSummaryHeader } from './apple-names.ts'
import { isPlayActivityHeader, playActivityFormat } from './apple-plays.ts'
import { type CsvColumns, createColumns } from './csv-columns.ts'
import type { CsvRow } from './csv-rows.ts'
import { createDeezerCsvReader } from './deezer.ts'
import { type Format, oneToOne } from './format.ts'
import { createCsvReader, createPlainReader, isPlainRow } from './lastfm.ts'
import { createStatsCsvReader, isStatsHeader } from './lastfmstats.ts'
import { createLibrefmReader } from './librefm.ts'
import { createPanoCsvReader } from './pano-scrobbler.ts'
import type { ReadContext } from './read-context.ts'
import { createTidalReader } from './tidal.ts'

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
  return isPlain ? { ...oneToOne('lastfm-csv-minutes', createPlainReader(context.nowS)), header: -1 } : undefined
}

function findByHeader(columns: CsvColumns, context: ReadContext): Format<readonly string[]> | undefined {
  const { nowS } = context
  if (columns.has('uts', 'artist', 'track')) return oneToOne('lastfm-csv', createCsvReader(columns, nowS))
  if (columns.has('timems', 'artist', 'track')) return oneToOne('pano-scrobbler', createPanoCsvReader(columns, nowS))
  if (isStatsHeader(columns)) return oneToOne('lastfmstats', createStatsCsvReader(columns, nowS))
  if (columns.has('song title', 'artist', 'listening time', 'date')) {
    return oneToOne('deezer', createDeezerCsvReader(columns, nowS))
  }
  if (columns.has('artist_name', 'track_title', 'entry_date')) {
    return oneToOne('tidal', createTidalReader(columns, context))
  }
  if (isPlayActivityHeader(columns)) return playActivityFormat(columns, context)
  if (isSummaryHeader(columns)) return oneToOne('apple-music', createSummaryReader(columns, context))
  if (columns.has('time', 'artist', 'track')) return oneToOne('librefm', createLibrefmReader(columns, nowS))
  return undefined
}
