import { shortDate } from '#src/ui/dates.ts'

/** '14 Nov', with the year when it is another; undefined for a time that can't be read. Device's time zone. */
export function formatDay(at: string | undefined, now = Date.now()): string | undefined {
  const time = new Date(at ?? '')
  if (Number.isNaN(time.getTime())) return undefined
  return shortDate(time, new Date(now))
}
