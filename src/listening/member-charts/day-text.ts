import { dayAndMonth } from '#src/ui/dates.ts'

/** Returns '14 Nov 2026' of a UTC day, `2026-11-14`, in any time zone. */
export const utcDayText = (day: string): string => `${dayAndMonth(new Date(`${day}T12:00`))} ${day.slice(0, 4)}`
