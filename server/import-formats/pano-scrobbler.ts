import { toFields } from '#server/listening/listens/scrobble.ts'
import { type RawRow, toNumber } from './format.ts'

/*
 * The log file of Pano Scrobbler, as JSON lines or CSV with the same names. Times are play starts,
 * in milliseconds since 1970. Hearts are in the same file, by their `event`.
 */

export const PANO_FIELDS = [
  'timeMs',
  'artist',
  'track',
  'album',
  'albumArtist',
  'durationMs',
  'mediaPlayerName',
  'event',
]

export function readPano(record: unknown): RawRow {
  const { timeMs, artist, track, album, albumArtist, durationMs, mediaPlayerName, event } = toFields(record)
  if (event !== undefined && event !== 'scrobble') return 'no_play'
  const details = { album, albumArtist, durationMs, player: mediaPlayerName, client: 'Pano Scrobbler' }
  return { artist, title: track, listenedAt: toNumber(timeMs) / 1000, details }
}
