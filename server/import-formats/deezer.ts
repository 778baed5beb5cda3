import { DAY_MS } from '#contract/durations.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { type RawRow, SHORTEST_MS } from './format.ts'
import { readIsoTime } from './wall-time.ts'

/*
 * The listening history in Deezer's data export, the workbook sheet `10_listeningHistory`. `Date`
 * names no zone and is read as UTC, `Listening Time` is seconds, and -1 for an unknown time.
 */

/** Workbook day 0, in milliseconds since 1970. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

export const DEEZER_FIELDS = ['Song Title', 'Artist', 'Album Title', 'ISRC', 'Listening Time', 'Date']

export const isDeezerRecord = (fields: Readonly<Record<string, unknown>>): boolean =>
  ['Song Title', 'Artist', 'Listening Time', 'Date'].every((name) => name in fields)

/** Reads a row of the sheet, or of the same table as CSV or JSON. */
export function readDeezer(record: unknown): RawRow {
  const fields = toFields(record)
  const { 'Song Title': title, Artist: artist, 'Album Title': album, ISRC: isrc, Date: date } = fields
  const { 'Listening Time': seconds } = fields
  const played = typeof seconds === 'string' ? Number(seconds.trim().replace(',', '.') || Number.NaN) : seconds
  if (typeof played !== 'number' || Number.isNaN(played)) return 'unreadable'
  if (played * 1000 < SHORTEST_MS) return 'short'
  const details = { album, service: 'deezer.com', links: { isrc: typeof isrc === 'string' ? isrc.trim() : undefined } }
  return { artist, title, listenedAt: readDate(date) / 1000, details }
}

/** Returns `2024-05-17 12:54:00`, or a workbook day number, in milliseconds since 1970. */
function readDate(date: unknown): number {
  const day = typeof date === 'number' || (typeof date === 'string' && /^\d{4,6}(?:\.\d{1,17})?$/.test(date.trim()))
  return day ? Math.round((DAY_ZERO + Number(date) * DAY_MS) / 1000) * 1000 : readIsoTime(date)
}
