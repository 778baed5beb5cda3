import { type Row, toFields, toRow } from './scrobble.ts'

/**
 * Returns a reader of scrobbles of a Maloja export. Several artists are written as one name, as
 * scrobblers write them.
 */
export const createScrobbleReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { time, track } = toFields(record)
    const { artists, title } = toFields(track)
    const artist = Array.isArray(artists)
      ? artists.filter((artistName) => typeof artistName === 'string').join(', ')
      : undefined
    return toRow({ artist, title, listenedAt: typeof time === 'number' ? time : Number.NaN }, nowS)
  }
