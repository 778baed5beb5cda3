import { toFields } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'
import { type RawRow, toNumber } from './format.ts'

/*
 * Exports from https://lastfmstats.com, which reads Last.fm: CSV with `Artist;Album;AlbumId;Track;
 * Date#user`, and JSON `{username, scrobbles: [{artist, album, albumId, track, date}]}`. Times are
 * play starts, in milliseconds since 1970; `albumId` is a release MBID.
 */

export const STATS_FIELDS = ['artist', 'album', 'albumId', 'track', 'date']

/**
 * Returns whether a header is from lastfmstats.com: the last column ends in the user's name. Older
 * exports have no `AlbumId`.
 */
export const isStatsHeader = (columns: CsvColumns): boolean =>
  columns.has('artist', 'track') &&
  (columns.has('albumid', 'date') || columns.names.some((name) => name.startsWith('date#')))

export function readStats(record: unknown): RawRow {
  const { artist, album, albumId, track, date } = toFields(record)
  return { artist, title: track, listenedAt: toNumber(date) / 1000, details: { album, releaseMbid: albumId } }
}
