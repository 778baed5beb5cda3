import { countDaysBetween, toMonday } from '#contract/recaps/periods.ts'
import type { RecapDay } from '../recap-text.ts'

/** How many shades there are for days with plays. */
export const SHADES = 4

/** A day on the calendar: a column per week, Monday at the top. */
export interface HeatDay extends RecapDay {
  readonly column: number
  readonly row: number
  /** 0: no plays; 1 to 4: more and more. */
  readonly shade: number
}

/** Places days on a calendar, and shades them by quartile among the days with plays. */
export function toHeatDays(days: readonly RecapDay[]): HeatDay[] {
  const [first] = days
  if (first === undefined) return []
  const monday = toMonday(first.day)
  const limits = findLimits(days)
  return days.map(({ day, plays }) => {
    const place = countDaysBetween(monday, day)
    return { day, plays, column: Math.floor(place / 7), row: place % 7, shade: toShade(plays, limits) }
  })
}

/** The plays from which on the shades 2 to 4 begin: the quartiles among the days with plays. */
export function findLimits(days: readonly RecapDay[]): readonly number[] {
  const played = days.flatMap(({ plays }) => (plays > 0 ? [plays] : [])).sort((a, b) => a - b)
  return [1, 2, 3].map((quarter) => played[Math.floor((quarter * played.length) / SHADES)] ?? Number.POSITIVE_INFINITY)
}

const toShade = (plays: number, limits: readonly number[]): number =>
  plays === 0 ? 0 : 1 + limits.filter((limit, place) => plays >= limit && limit > (limits[place - 1] ?? 0)).length

/** The months in a row of a year on a narrow window. */
const MONTHS_IN_ROW = 4

export interface HeatPlace {
  readonly column: number
  readonly line: number
}

/** Places the days of a year: all weeks side by side, or four months below each other. */
export function toHeatPlaces(days: readonly HeatDay[], isWide: boolean): HeatPlace[] {
  const starts = new Map<number, number>()
  return days.map(({ day, column }) => {
    const line = isWide ? 0 : Math.floor((Number(day.slice(5, 7)) - 1) / MONTHS_IN_ROW)
    const start = starts.get(line) ?? column
    starts.set(line, start)
    return { column: column - start, line }
  })
}

/** Returns the first day of each month with the column in which it begins, for labels. */
export const listMonthStarts = (days: readonly HeatDay[]): HeatDay[] =>
  days.filter(({ day }, place) => day.endsWith('-01') || (place === 0 && Number(day.slice(8)) < 22))
