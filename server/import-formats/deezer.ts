import { DAY_MS } from '#contract/durations.ts'
import { type Row, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'
import { SHORTEST_MS } from './play-rules.ts'
import { readIsoTime } from './wall-time.ts'

/*
 * The listening history in Deezer's data export, the workbook sheet `10_listeningHistory`. `Date`
 * names no zone and is read as UTC, `Listening Time` is seconds, and -1 for an unknown time.
 */

/** Workbook day 0, in milliseconds since 1970. */
const DAY_ZERO = Date.UTC(1899, 11, 30)

type Play = Readonly<Partial<Record<'title' | 'artist' | 'album' | 'isrc' | 'seconds' | 'date', unknown>>>

/** Returns a reader for the sheet rows, or for the same table as CSV. */
export const createDeezerCsvReader =
  (columns: CsvColumns, nowS: number) =>
  (row: readonly string[]): Row =>
    row.length > columns.names.length
      ? 'unreadable'
      : readPlay(
          {
            title: columns.get(row, 'song title'),
            artist: columns.get(row, 'artist'),
            album: columns.get(row, 'album title'),
            isrc: columns.get(row, 'isrc'),
            seconds: columns.get(row, 'listening time'),
            date: columns.get(row, 'date'),
          },
          nowS,
        )

export const isDeezerRecord = (fields: Readonly<Record<string, unknown>>): boolean =>
  ['Song Title', 'Artist', 'Listening Time', 'Date'].every((name) => name in fields)

/** Returns a reader for records with the sheet columns as fields. */
export const createDeezerReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const fields = toFields(record)
    const [title, artist, album] = [fields['Song Title'], fields['Artist'], fields['Album Title']]
    const [isrc, seconds, date] = [fields['ISRC'], fields['Listening Time'], fields['Date']]
    return readPlay({ title, artist, album, isrc, seconds, date }, nowS)
  }

function readPlay({ title, artist, album, isrc, seconds, date }: Play, nowS: number): Row {
  const played =
    typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds.trim().replace(',', '.')) : seconds
  if (typeof played !== 'number' || Number.isNaN(played)) return 'unreadable'
  if (played * 1000 < SHORTEST_MS) return 'short'
  const details = { album, service: 'deezer.com', links: { isrc: typeof isrc === 'string' ? isrc.trim() : undefined } }
  return toRow({ artist, title, listenedAt: readDate(date) / 1000, details }, nowS)
}

/** Returns `2024-05-17 12:54:00`, or a workbook day number, in milliseconds since 1970. */
function readDate(date: unknown): number {
  const day = typeof date === 'number' || (typeof date === 'string' && /^\d{4,6}(?:\.\d{1,17})?$/.test(date.trim()))
  return day ? Math.round((DAY_ZERO + Number(date) * DAY_MS) / 1000) * 1000 : readIsoTime(date, (wallMs) => wallMs)
}
