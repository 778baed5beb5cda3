import { shortDate } from '#src/ui/dates.ts'

/**
 * Returns '14 Nov', with the year if it is another; undefined for an invalid time. Device's time
 * zone.
 */
export function formatDay(at: string | undefined, now = Date.now()): string | undefined {
  const time = new Date(at ?? '')
  if (Number.isNaN(time.getTime())) return undefined
  return shortDate(time, new Date(now))
}
