import { type Row, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'

/**
 * Returns a reader for rows in a Libre.fm export. The header is below comment lines and names
 * `Time, Artist, Track, Album` in any order. Times are play starts, in seconds since 1970.
 */
export const createLibrefmReader =
  (columns: CsvColumns, nowS: number) =>
  (row: readonly string[]): Row => {
    if (row.length !== columns.names.length) return 'unreadable'
    const [artist, title, album] = ['artist', 'track', 'album'].map((name) => columns.get(row, name))
    const time = columns.get(row, 'time')?.trim() ?? ''
    const listenedAt = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN
    return toRow({ artist, title, listenedAt, details: { album, service: 'libre.fm' } }, nowS)
  }
