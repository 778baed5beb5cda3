import { fromSeconds } from '#server/listening/listens/listen-details.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import type { RawRow } from './format.ts'

/** Reads a scrobble in a Maloja export. Several artists are written as one name, as scrobblers write them. */
export function readMaloja(record: unknown): RawRow {
  const { time, track, origin, duration } = toFields(record)
  const { artists, title, album, length } = toFields(track)
  const { albumtitle, artists: albumArtists } = toFields(album)
  const details = {
    album: albumtitle,
    albumArtist: joinNames(albumArtists),
    durationMs: fromSeconds(length),
    client: typeof origin === 'string' && origin.startsWith('client:') ? origin.slice('client:'.length) : undefined,
  }
  const listenedAt = typeof time === 'number' ? time : Number.NaN
  return { artist: joinNames(artists), title, listenedAt, details, playedMs: fromSeconds(duration) }
}

const joinNames = (names: unknown): string | undefined =>
  Array.isArray(names) ? names.filter((name) => typeof name === 'string').join(', ') : undefined
