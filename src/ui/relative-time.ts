import { shortDate } from './dates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Formats an age: 'now' below a minute (and for times in the future), '4 min', '1 h', '3 d', from a
 * week on the date, with the year if it is not the current one. Times in ms since 1970.
 */
export function relativeTime(at: number, now: number): string {
  const age = now - at
  if (age < minuteMs) return 'now'
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min`
  if (age < dayMs) return `${Math.floor(age / hourMs)} h`
  if (age < 7 * dayMs) return `${Math.floor(age / dayMs)} d`
  return shortDate(new Date(at), new Date(now))
}
