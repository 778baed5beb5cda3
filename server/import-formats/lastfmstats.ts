import { type Row, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'

/*
 * Exports of https://lastfmstats.com, which reads Last.fm: CSV with `Artist;Album;AlbumId;Track;
 * Date#user`, and JSON `{username, scrobbles: [{artist, album, albumId, track, date}]}`. Times are
 * the starts of plays, in milliseconds since 1970; `albumId` is the MBID of a release.
 */

/**
 * Returns whether a header is one of lastfmstats.com: the last column ends in the user's name.
 * Older exports have no `AlbumId`.
 */
export const isStatsHeader = (columns: CsvColumns): boolean =>
  columns.has('artist', 'track') &&
  (columns.has('albumid', 'date') || columns.names.some((name) => name.startsWith('date#')))

/** Returns a reader of rows of its CSV. */
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

/** Returns a reader of scrobbles of its JSON. */
export const createStatsReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { artist, album, albumId, track, date } = toFields(record)
    const listenedAt = typeof date === 'number' ? date / 1000 : Number.NaN
    return toRow({ artist, title: track, listenedAt, details: { album, releaseMbid: albumId } }, nowS)
  }
