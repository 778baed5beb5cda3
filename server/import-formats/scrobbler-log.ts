import { fromSeconds } from '#server/listening/listens/listen-details.ts'
import { type Row, toRow } from '#server/listening/listens/scrobble.ts'
import { type CsvRow, createCsvRows } from './csv-rows.ts'
import type { ReadContext } from './read-context.ts'
import type { TextReader } from './text-reader.ts'
import { createWallTime } from './wall-time.ts'

/*
 * `.scrobbler.log` from portable players, such as Rockbox (Portable Player Logging 1.1): comments
 * with `#`, then tab-separated fields without quotes: artist, album, title, number, seconds, `L`
 * for listened or `S` for skipped, the start in seconds since 1970, and the recording MBID.
 */

const START = '#AUDIOSCROBBLER/1.'
const SOURCE = 'scrobbler-log'
/** A field is missing in version 1.0: the MBID. */
const FIELDS_MIN = 7
/** What Rockbox writes for a file without tags. */
const UNTAGGED = /^<untagged>$/i

/** Returns whether a text, from its beginning, is such a log. */
export const isScrobblerLog = (head: Buffer): boolean => head.toString('latin1', 0, START.length) === START

/**
 * Returns a log reader. A player that does not know its time zone writes `#TZ/UNKNOWN`, and local
 * times as if they were UTC.
 */
export function scrobblerLogReader({ nowS, timeZone }: ReadContext): TextReader {
  const lines = createCsvRows('\t', 'no quotes')
  const wallTime = createWallTime(timeZone)
  let isLocal = false
  let player: string | undefined
  const readHeader = (line: string) => {
    const zone = /^#TZ\/(\w{1,20})/.exec(line)?.[1]
    if (zone !== undefined) isLocal = zone.toUpperCase() !== 'UTC'
    if (line.startsWith('#CLIENT/')) player = line.slice('#CLIENT/'.length).replace('$Revision$', '').trim()
  }
  const read = (row: CsvRow): readonly Row[] => {
    if (row === undefined) return ['unreadable']
    if (row[0]?.startsWith('#')) {
      readHeader(row[0])
      return []
    }
    const [artist = '', album, title, trackNumber, seconds, rating, time = '', recordingMbid] = row
    if (row.length < FIELDS_MIN) return ['unreadable']
    if (rating?.trim().toUpperCase() === 'S') return ['skipped']
    if (rating?.trim().toUpperCase() !== 'L') return ['unreadable']
    if (UNTAGGED.test(artist.trim())) return ['unnamed']
    const written = /^\d{1,12}$/.test(time.trim()) ? Number(time) : Number.NaN
    const listenedAt = isLocal ? wallTime(written * 1000) / 1000 : written
    const details = { album, trackNumber, durationMs: fromSeconds(seconds), player, recordingMbid }
    return [toRow({ artist, title, listenedAt, details }, nowS)]
  }
  return {
    push: (chunk) => ({ source: SOURCE, rows: lines.push(chunk).flatMap(read) }),
    end() {
      const { rows, isTruncated } = lines.end()
      return { last: [{ source: SOURCE, rows: rows.flatMap(read) }], isTruncated }
    },
  }
}
