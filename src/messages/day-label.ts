import { DAY_MS } from '#contract/durations.ts'
import { dayAndDate, formatClock, longDate } from '#src/ui/dates.ts'

/** Returns whether two times, ISO 8601 with zone, are on one day in the device's own calendar. */
export const isSameDay = (a: string, b: string) => new Date(a).toDateString() === new Date(b).toDateString()

/**
 * Returns 'Today', 'Yesterday' or 'Monday 16 November', with the year instead of the weekday if it
 * is another year. `nowMs`: ms since 1970.
 */
export function dayLabel(timestamp: string, nowMs: number): string {
  const day = new Date(timestamp)
  if (Number.isNaN(day.getTime())) return ''
  const now = new Date(nowMs)
  if (day.toDateString() === now.toDateString()) return 'Today'
  // Noon: no change of summer time moves it to another day.
  const yesterday = new Date(new Date(nowMs).setHours(12) - DAY_MS)
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return day.getFullYear() === now.getFullYear() ? dayAndDate(day) : longDate(day)
}

/** Returns '8:12' or '20:05', in the device's time zone. */
export function timeOfDay(timestamp: string): string {
  const time = new Date(timestamp)
  return Number.isNaN(time.getTime()) ? '' : formatClock(time)
}
