import { type RecapPeriod, shiftDay } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { dayAndDate, dayAndMonth, longDate, toNoon } from '#src/ui/dates.ts'
import { inThousands } from '#src/ui/numbers.ts'

/** Returns '16 to 22 November 2026', 'November 2026' or '2026'. */
export function periodText({ kind, id, first, last }: RecapPeriod): string {
  if (kind === 'year') return id
  if (kind === 'month') return longDate(toNoon(first)).replace(/^\d+ /, '')
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  const from = isOneMonth ? String(toNoon(first).getDate()) : longDate(toNoon(first)).replace(/ \d{4}$/, '')
  return `${from} to ${longDate(toNoon(last))}`
}

/** Returns 'Saturday 14 November' for `2026-11-14`. */
export const dayText = (day: string): string => dayAndDate(toNoon(day))
/** Returns '14 Nov' for `2026-11-14`. */
export const shortDayText = (day: string): string => dayAndMonth(toNoon(day))
/** Returns 'Nov' for `2026-11-14`. */
export const monthText = (day: string): string => dayAndMonth(toNoon(day)).replace(/^\d+ /, '')

/** Returns '14:00 to 15:00'. */
export const hourText = (hour: number): string => `${hour}:00 to ${hour === 23 ? 24 : hour + 1}:00`

export function changeText({ plays, plays_before }: Pick<Recap, 'plays' | 'plays_before'>, noun: string) {
  if (plays_before === 0) return undefined
  const percent = Math.round((100 * (plays - plays_before)) / plays_before)
  if (percent === 0) return `As many as in the ${noun} before`
  return `${inThousands(Math.abs(percent))}% ${percent > 0 ? 'more' : 'fewer'} than in the ${noun} before`
}

export interface RecapDay {
  readonly day: string
  readonly plays: number
}

/** Returns all days in a recap with their plays; the response has those with plays only. */
export function toDays({ from, until, days }: Pick<Recap, 'from' | 'until' | 'days'>): RecapDay[] {
  const played = new Map(days.map(({ day, plays }) => [day, plays]))
  const result: RecapDay[] = []
  for (let day = from; day <= until && result.length < 366; day = shiftDay(day, 1))
    result.push({ day, plays: played.get(day) ?? 0 })
  return result
}

export function toMonths(days: readonly RecapDay[]): RecapDay[] {
  const months = new Map<string, number>()
  for (const { day, plays } of days) {
    const month = `${day.slice(0, 7)}-01`
    months.set(month, (months.get(month) ?? 0) + plays)
  }
  return [...months].map(([day, plays]) => ({ day, plays }))
}

/** Returns the entry with the most plays, the first of equal ones; undefined without plays. */
export function findBusiest<Entry extends { readonly plays: number }>(entries: readonly Entry[]): Entry | undefined {
  let busiest: Entry | undefined
  for (const entry of entries) if (entry.plays > (busiest?.plays ?? 0)) busiest = entry
  return busiest
}
