import { dayAndMonth, toNoon } from '#src/ui/dates.ts'

const toText = (day: string) => dayAndMonth(toNoon(day))
const toYear = (day: string) => day.slice(0, 4)

/** Returns '14 Nov 2026' for a day, `2026-11-14`, in any time zone. */
const withYear = (day: string): string => `${toText(day)} ${toYear(day)}`

/**
 * Returns '20 to 26 Nov 2026' for days, inclusive, without repeated parts. `knownYear`: left out
 * too, as the year of the days before.
 */
export function dayRangeText(from: string, until: string, knownYear = ''): string {
  const isOneYear = toYear(from) === toYear(until)
  const end = isOneYear && toYear(until) === knownYear ? toText(until) : withYear(until)
  if (from === until) return end
  if (!isOneYear) return `${withYear(from)} to ${end}`
  const isOneMonth = from.slice(0, 7) === until.slice(0, 7)
  return `${isOneMonth ? Number(from.slice(8)) : toText(from)} to ${end}`
}
