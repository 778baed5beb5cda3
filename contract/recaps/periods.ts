import { DAY_MS } from '../durations.ts'

/*
 * The recap periods: ISO weeks (`2026-W47`), months (`2026-10`) and years (`2026`). Their days are
 * days in the member's calendar. Days are text (`2026-11-25`), so that they compare in order.
 */

export type RecapKind = 'week' | 'month' | 'year'

export interface RecapPeriod {
  readonly kind: RecapKind
  /** Its name in URLs: `2026-W47`, `2026-10` or `2026`. */
  readonly id: string
  /** The first and the last day. */
  readonly first: string
  readonly last: string
}

/** Listens from before 2002 are rejected; a later year than this is a mistake. */
const FIRST_YEAR = 2000
const LAST_YEAR = 2199

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const twoDigits = (number: number): string => String(number).padStart(2, '0')

export const shiftDay = (day: string, days: number): string => toDay(Date.parse(day) + days * DAY_MS)

export const countDaysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS)

export const toMonday = (day: string): string => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Returns a day's week: it belongs to the year that has its Thursday (ISO 8601). */
export function toWeek(day: string): RecapPeriod {
  const first = toMonday(day)
  const year = shiftDay(first, 3).slice(0, 4)
  const number = countDaysBetween(toMonday(`${year}-01-04`), first) / 7 + 1
  return { kind: 'week', id: `${year}-W${twoDigits(number)}`, first, last: shiftDay(first, 6) }
}

export function toMonth(day: string): RecapPeriod {
  const id = day.slice(0, 7)
  const next = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)
  return { kind: 'month', id, first: `${id}-01`, last: toDay(next - DAY_MS) }
}

export const toYear = (day: string): RecapPeriod => {
  const id = day.slice(0, 4)
  return { kind: 'year', id, first: `${id}-01-01`, last: `${id}-12-31` }
}

const OF_DAY = { week: toWeek, month: toMonth, year: toYear } as const

export const toPeriod = (kind: RecapKind, day: string): RecapPeriod => OF_DAY[kind](day)

/** Returns the period with this name; undefined if there is none. */
export function parsePeriod(id: string): RecapPeriod | undefined {
  const [, year, week, month] = /^(\d{4})(?:-W(\d{2})|-(\d{2}))?$/.exec(id) ?? []
  if (year === undefined || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return undefined
  const period =
    week !== undefined
      ? toWeek(shiftDay(toMonday(`${year}-01-04`), (Number(week) - 1) * 7))
      : month !== undefined
        ? toMonthOf(year, month)
        : toYear(`${year}-01-01`)
  // Week 53 of a year with 52 weeks is another one; month 13 is none.
  return period?.id === id ? period : undefined
}

const toMonthOf = (year: string, month: string): RecapPeriod | undefined =>
  Number(month) >= 1 && Number(month) <= 12 ? toMonth(`${year}-${month}-01`) : undefined

export const stepPeriod = ({ kind, first, last }: RecapPeriod, step: -1 | 1): RecapPeriod =>
  toPeriod(kind, step === 1 ? shiftDay(last, 1) : shiftDay(first, -1))
