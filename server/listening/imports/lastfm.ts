import { type Row, toFields, toRow } from './scrobble.ts'

/*
 * Last.fm has no export of its own. Users rely on exporters: ghan.nl (CSV with a header, JSON) and
 * benjaminbenben.com (CSV without one).
 */

const HEADER_FIELDS = ['uts', 'artist', 'track']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** `17 May 2026 12:54`, in UTC. */
const WRITTEN_DATE = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4}),? (\d{1,2}):(\d{2})$/

/** Returns whether a first row has ghan.nl's column names. */
export const isHeader = (row: readonly string[]): boolean => {
  const cells = row.map((cell) => cell.trim().toLowerCase())
  return HEADER_FIELDS.every((headerField) => cells.includes(headerField))
}

/**
 * Returns whether a row is from benjaminbenben.com: artist, album, title, date. The current track
 * has no date.
 */
export const isPlainRow = (row: readonly string[]): boolean => row.length === 4 && !Number.isNaN(writtenAt(row[3]))

/** Returns a reader of rows below a header, with columns in any order. */
export function createCsvReader(header: readonly string[], nowS: number): (row: readonly string[]) => Row {
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]))
  const [artist = 0, title = 0, time = 0] = ['artist', 'track', 'uts'].map((name) => places.get(name))
  const [artistMbid = -1, trackMbid = -1] = ['artist_mbid', 'track_mbid'].map((name) => places.get(name))
  const [album = -1, releaseMbid = -1] = ['album', 'album_mbid'].map((name) => places.get(name))
  return (row) => {
    const uts = row[time]?.trim() ?? ''
    if (row.length !== header.length) return 'unreadable'
    return uts === ''
      ? 'now_playing'
      : toRow(
          {
            artist: row[artist],
            title: row[title],
            listenedAt: toSeconds(uts),
            details: {
              album: row[album],
              artistMbids: row[artistMbid],
              recordingMbid: row[trackMbid],
              releaseMbid: row[releaseMbid],
            },
          },
          nowS,
        )
  }
}

/** Returns a reader of rows without a header. */
export const createPlainReader =
  (nowS: number) =>
  (row: readonly string[]): Row => {
    const [artist, album, title, date = ''] = row
    if (row.length !== 4) return 'unreadable'
    return date.trim() === ''
      ? 'now_playing'
      : toRow({ artist, title, listenedAt: writtenAt(date), details: { album } }, nowS)
  }

/** Returns a reader of `user.getRecentTracks` tracks, as exported by ghan.nl. */
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
