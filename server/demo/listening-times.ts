import type { Random } from './random.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from './times.ts'

const TRACK_MS = 210 * SECOND_MS
const PLAYS_IN_A_ROW_MAX = 14

/**
 * Returns listen times, in ms before the start: sittings with a few tracks within `days`, more near
 * the start. All times are distinct. The last hour is left to `playTracks`, so that tracks play at
 * the start.
 */
export function createListeningTimes(count: number, days: number, random: Random): readonly number[] {
  const times = new Set<number>()
  while (times.size < count) {
    const length = 1 + random.int(Math.min(PLAYS_IN_A_ROW_MAX, count - times.size))
    // Squared, so that a quarter of the time holds half the sittings: a month's chart is full, and
    // a year's is long.
    const end = HOUR_MS + Math.floor(random.next() ** 2 * (days * DAY_MS - PLAYS_IN_A_ROW_MAX * TRACK_MS - HOUR_MS))
    for (let place = 0; place < length; place++) times.add(end + place * TRACK_MS + random.int(60) * SECOND_MS)
  }
  return [...times].slice(0, count)
}
