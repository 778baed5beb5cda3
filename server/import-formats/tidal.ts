import { isTimeZone } from '#server/http/time-zone.ts'
import { type RawRow, SHORTEST_MS } from './format.ts'
import { createWallTime, toWall, type WallTime } from './wall-time.ts'

/** `08/03/2022 19:01`: day, month, year. */
const WRITTEN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/
const ZONES_MAX = 100

export const TIDAL_FIELDS = [
  'artist_name',
  'track_title',
  'entry_date',
  'time_zone',
  'product_type',
  'stream_duration_ms',
]

/**
 * Returns a reader for rows in Tidal's `streaming.csv`. Times are play starts, in full minutes,
 * local to the zone in the row; without one, to the zone of the reader.
 */
export function createTidalReader(timeZone: string): (record: Readonly<Record<string, string>>) => RawRow {
  const zoneOf = createZones(timeZone)
  return ({ artist_name, track_title, entry_date = '', time_zone = '', product_type, stream_duration_ms }) => {
    if ((product_type ?? 'TRACK').toUpperCase() !== 'TRACK') return 'not_music'
    if (Number(stream_duration_ms) < SHORTEST_MS) return 'short'
    const [, day, month, year, ...time] = WRITTEN.exec(entry_date) ?? []
    const wall = toWall([year, month, day, ...time.map((part) => part ?? '0')].map(Number))
    const listenedAt = zoneOf(time_zone)(wall) / 1000
    return { artist: artist_name, title: track_title, listenedAt, details: { service: 'tidal.com' } }
  }
}

/** Returns wall times by zone name; an unknown zone is `timeZone`. */
function createZones(timeZone: string): (name: string) => WallTime {
  const fallback = createWallTime(timeZone)
  const known = new Map<string, WallTime>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const isZone = name.includes('/') && known.size < ZONES_MAX && isTimeZone(name)
    const time = isZone ? createWallTime(name) : fallback
    if (known.size < ZONES_MAX) known.set(name, time)
    return time
  }
}
