import { shortDate } from '#src/ui/dates.ts'

/** Undefined for an invalid time. In the device's time zone. */
export function formatDay(at: string | undefined, now = Date.now()): string | undefined {
  const time = new Date(at ?? '')
  if (Number.isNaN(time.getTime())) return undefined
  return shortDate(time, new Date(now))
}
