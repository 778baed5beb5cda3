import { readTimeZone } from '#src/ui/time-zone.ts'

/** Returns the zone of the device's calendar. For `queries.ts`, which imports no `ui`. */
export const readDeviceZone = (): string => readTimeZone()

/** Returns the day in the device's calendar: `2026-11-25`. */
export function findToday(now = new Date()): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}
