import { toFields } from '#server/listening/listens/scrobble.ts'
import { type RawRow, toNumber } from './format.ts'

/*
 * Last.fm has no export. Users rely on exporters: ghan.nl (CSV with a header, JSON) and
 * benjaminbenben.com (CSV without one).
 */

/** `17 May 2026 12:54`, in UTC. */
const WRITTEN_DATE = /^\d{1,2} [A-Za-z]{3,} \d{4},? \d{1,2}:\d{2}$/

/**
 * Returns whether a row is from benjaminbenben.com: artist, album, title, date. The current track
 * has no date.
 */
export const isPlainRow = (row: readonly string[]): boolean => row.length === 4 && !Number.isNaN(writtenAt(row[3]))

export const LASTFM_FIELDS = ['uts', 'artist', 'artist_mbid', 'album', 'album_mbid', 'track', 'track_mbid']

/** Reads a row below a header. */
export function readLastfmRow(record: Readonly<Record<string, string>>): RawRow {
  const { uts, artist, artist_mbid, album, album_mbid, track, track_mbid } = record
  if (uts === undefined) return 'now_playing'
  const details = { album, artistMbids: artist_mbid, recordingMbid: track_mbid, releaseMbid: album_mbid }
  return { artist, title: track, listenedAt: toNumber(uts), details }
}

/** Reads a row without a header. */
export function readPlainRow(row: readonly string[]): RawRow {
  const [artist, album, title, date = ''] = row
  if (row.length !== 4) return 'unreadable'
  return date.trim() === '' ? 'now_playing' : { artist, title, listenedAt: writtenAt(date), details: { album } }
}

/** Reads a `user.getRecentTracks` track, as exported by ghan.nl. */
export function readTrack(record: unknown): RawRow {
  const { name, artist, album, date, mbid } = toFields(record)
  const [by, release] = [toFields(artist), toFields(album)]
  const uts = toFields(date)['uts']
  if (uts === undefined) return 'now_playing'
  const details = {
    album: typeof album === 'string' ? album : release['#text'],
    artistMbids: by['mbid'],
    recordingMbid: mbid,
    releaseMbid: release['mbid'],
  }
  const artistName = typeof artist === 'string' ? artist : (by['#text'] ?? by['name'])
  return { artist: artistName, title: name, listenedAt: toNumber(uts), details }
}

const writtenAt = (date = ''): number =>
  WRITTEN_DATE.test(date.trim()) ? Date.parse(`${date} UTC`) / 1000 : Number.NaN
