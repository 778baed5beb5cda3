import { fieldsOf, type Row, rowOf } from './scrobble.ts'

/**
 * Returns a reader of scrobbles of a Maloja export. Several artists are written as one name, as
 * scrobblers write them.
 */
export const createScrobbleReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { time, track } = fieldsOf(record)
    const { artists, title } = fieldsOf(track)
    const artist = Array.isArray(artists) ? artists.filter((it) => typeof it === 'string').join(', ') : undefined
    return rowOf({ artist, title, listenedAt: typeof time === 'number' ? time : Number.NaN }, nowS)
  }
