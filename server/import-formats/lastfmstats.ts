import { type Row, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'

/*
 * Exports from https://lastfmstats.com, which reads Last.fm: CSV with `Artist;Album;AlbumId;Track;
 * Date#user`, and JSON `{username, scrobbles: [{artist, album, albumId, track, date}]}`. Times are
 * play starts, in milliseconds since 1970; `albumId` is a release MBID.
 */

/**
 * Returns whether a header is from lastfmstats.com: the last column ends in the user's name. Older
 * exports have no `AlbumId`.
 */
export const isStatsHeader = (columns: CsvColumns): boolean =>
  columns.has('artist', 'track') &&
  (columns.has('albumid', 'date') || columns.names.some((name) => name.startsWith('date#')))

export function createStatsCsvReader(columns: CsvColumns, nowS: number): (row: readonly string[]) => Row {
  const read = createStatsReader(nowS)
  const time = columns.names.find((name) => /^date(?:#|$)/.test(name)) ?? ''
  return (row) => {
    if (row.length !== columns.names.length) return 'unreadable'
    const [artist, album, albumId] = ['artist', 'album', 'albumid'].map((name) => columns.get(row, name))
    const date = columns.get(row, time)?.trim() ?? ''
    const listenedAt = /^\d{1,15}$/.test(date) ? Number(date) : Number.NaN
    return read({ artist, album, albumId, track: columns.get(row, 'track'), date: listenedAt })
  }
}

export const createStatsReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { artist, album, albumId, track, date } = toFields(record)
    const listenedAt = typeof date === 'number' ? date / 1000 : Number.NaN
    return toRow({ artist, title: track, listenedAt, details: { album, releaseMbid: albumId } }, nowS)
  }
