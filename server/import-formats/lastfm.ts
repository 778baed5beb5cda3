import { type Row, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'

/*
 * Last.fm has no export. Users rely on exporters: ghan.nl (CSV with a header, JSON) and
 * benjaminbenben.com (CSV without one).
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** `17 May 2026 12:54`, in UTC. */
const WRITTEN_DATE = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4}),? (\d{1,2}):(\d{2})$/

/**
 * Returns whether a row is from benjaminbenben.com: artist, album, title, date. The current track
 * has no date.
 */
export const isPlainRow = (row: readonly string[]): boolean => row.length === 4 && !Number.isNaN(writtenAt(row[3]))

/** Returns a reader for rows below a header, with columns in any order. */
export const createCsvReader =
  (columns: CsvColumns, nowS: number) =>
  (row: readonly string[]): Row => {
    if (row.length !== columns.names.length) return 'unreadable'
    const uts = columns.get(row, 'uts')?.trim() ?? ''
    if (uts === '') return 'now_playing'
    const details = {
      album: columns.get(row, 'album'),
      artistMbids: columns.get(row, 'artist_mbid'),
      recordingMbid: columns.get(row, 'track_mbid'),
      releaseMbid: columns.get(row, 'album_mbid'),
    }
    const [artist, title] = [columns.get(row, 'artist'), columns.get(row, 'track')]
    return toRow({ artist, title, listenedAt: toSeconds(uts), details }, nowS)
  }

/** Returns a reader for rows without a header. */
export const createPlainReader =
  (nowS: number) =>
  (row: readonly string[]): Row => {
    const [artist, album, title, date = ''] = row
    if (row.length !== 4) return 'unreadable'
    return date.trim() === ''
      ? 'now_playing'
      : toRow({ artist, title, listenedAt: writtenAt(date), details: { album } }, nowS)
  }

/** Returns a reader for `user.getRecentTracks` tracks, as exported by ghan.nl. */
export const createTrackReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { name, artist, album, date, mbid } = toFields(record)
    const [by, release] = [toFields(artist), toFields(album)]
    const uts = toFields(date)['uts']
    if (uts === undefined) return 'now_playing'
    const artistName = typeof artist === 'string' ? artist : (by['#text'] ?? by['name'])
    const scrobble = { artist: artistName, title: name, listenedAt: toSeconds(uts) }
    const details = {
      album: typeof album === 'string' ? album : release['#text'],
      artistMbids: by['mbid'],
      recordingMbid: mbid,
      releaseMbid: release['mbid'],
    }
    return toRow({ ...scrobble, details }, nowS)
  }

const toSeconds = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN

function writtenAt(date = ''): number {
  const [, day, month = '', year, hour, minute] = WRITTEN_DATE.exec(date.trim()) ?? []
  const place = MONTHS.indexOf(month.toLowerCase())
  if (place === -1) return Number.NaN
  return Date.UTC(Number(year), place, Number(day), Number(hour), Number(minute)) / 1000
}
