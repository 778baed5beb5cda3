import { isTimeZone } from '#server/http/time-zone.ts'

/** The daily time in which nothing is pushed, in minutes since midnight in a time zone. */
interface QuietHours {
  readonly from: number
  readonly to: number
  readonly timeZone: string
}

/** Returns whether a time is within the quiet hours. Equal ends are a whole day. */
export function isWithinQuietHours({ from, to, timeZone }: QuietHours, now: Date): boolean {
  const minute = toMinuteOfDay(now, timeZone)
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/**
 * Returns the minutes since midnight in a time zone; in UTC if the zone is unknown to this system.
 */
function toMinuteOfDay(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return read('hour') * 60 + read('minute')
}
