import { type RawRow, toNumber } from './format.ts'

export const LIBREFM_FIELDS = ['time', 'artist', 'track', 'album']

/**
 * Reads a row of a Libre.fm export. The header is below comment lines and names these columns in any
 * order. Times are play starts, in seconds since 1970.
 */
export const readLibrefm = ({ time, artist, track, album }: Readonly<Record<string, string>>): RawRow => ({
  artist,
  title: track,
  listenedAt: toNumber(time),
  details: { album, service: 'libre.fm' },
})
