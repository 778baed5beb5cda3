import { isTimeZone } from '#server/http/time-zone.ts'
import { type Row, toRow } from '#server/listening/listens/scrobble.ts'
import type { CsvColumns } from './csv-columns.ts'
import { SHORTEST_MS } from './play-rules.ts'
import type { ReadContext } from './read-context.ts'
import { createWallTime, toWall, type WallTime } from './wall-time.ts'

/** `08/03/2022 19:01`: day, month, year. */
const WRITTEN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/
const ZONES_MAX = 100

/**
 * Returns a reader for rows in Tidal's `streaming.csv`. Times are play starts, in full minutes,
 * local to the zone in the row; without one, to the zone of the reader.
 */
export function createTidalReader(
  columns: CsvColumns,
  { nowS, timeZone }: ReadContext,
): (row: readonly string[]) => Row {
  const zoneOf = createZones(timeZone)
  return (row) => {
    if (row.length !== columns.names.length) return 'unreadable'
    const type = columns.get(row, 'product_type')?.trim().toUpperCase() ?? 'TRACK'
    if (type !== 'TRACK') return 'not_music'
    const playedMs = Number(columns.get(row, 'stream_duration_ms')?.trim() || Number.NaN)
    if (playedMs < SHORTEST_MS) return 'short'
    const [artist, title] = ['artist_name', 'track_title'].map((name) => columns.get(row, name))
    const [, day, month, year, ...time] = WRITTEN.exec(columns.get(row, 'entry_date')?.trim() ?? '') ?? []
    const wall = toWall([year, month, day, ...time.map((part) => part ?? '0')].map(Number))
    const listenedAt = zoneOf(columns.get(row, 'time_zone')?.trim() ?? '')(wall) / 1000
    return toRow({ artist, title, listenedAt, details: { service: 'tidal.com' } }, nowS)
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
