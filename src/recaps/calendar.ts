import { toLocalDay } from '#src/ui/dates.ts'
import { readTimeZone } from '#src/ui/time-zone.ts'

/** Returns the zone of the device's calendar. For `queries.ts`, which imports no `ui`. */
export const readDeviceZone = (): string => readTimeZone()

/** Returns the day in the device's calendar: `2026-11-25`. */
export const findToday = (): string => toLocalDay(new Date())
