import { type Row, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'

/*
 * The log file of Pano Scrobbler, as JSON lines or CSV with the same names. Times are play starts,
 * in milliseconds since 1970. Hearts are in the same file, by their `event`.
 */

const FIELDS = ['timeMs', 'artist', 'track', 'album', 'albumArtist', 'durationMs', 'mediaPlayerName', 'event'] as const

export const createPanoReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { timeMs, artist, track, album, albumArtist, durationMs, mediaPlayerName, event } = toFields(record)
    if (event !== undefined && event !== 'scrobble') return 'no_play'
    const details = { album, albumArtist, durationMs, player: mediaPlayerName, client: 'Pano Scrobbler' }
    const listenedAt = typeof timeMs === 'number' ? timeMs / 1000 : Number.NaN
    return toRow({ artist, title: track, listenedAt, details }, nowS)
  }

/** Returns a reader for its CSV rows. Older versions wrote fewer columns than the header has. */
export function createPanoCsvReader(columns: CsvColumns, nowS: number): (row: readonly string[]) => Row {
  const read = createPanoReader(nowS)
  return (row) => {
    if (row.length > columns.names.length || row.length < 8) return 'unreadable'
    const entries = FIELDS.map((name) => [name, columns.get(row, name.toLowerCase())] as const)
    const record = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
    const { timeMs = '' } = record
    return read({ ...record, timeMs: /^\d{1,15}$/.test(timeMs) ? Number(timeMs) : undefined })
  }
}
