import { DAY_MS } from '../durations.ts'
import type { Period } from '../wire.ts'

/** Calendar days, inclusive. */
export interface DaySpan {
  readonly first: string
  readonly last: string
}

/** The days in a period that ends today. */
interface PeriodDays {
  /** Null: all time. */
  readonly from: string | null
  /** The period before it, with the same length; undefined for all time. */
  readonly previous: DaySpan | undefined
}

const MONTHS = { '1month': 1, '3month': 3, '6month': 6, '12month': 12 } as const

/**
 * Returns the days in a period that ends with `today`, a day in any calendar (`2026-11-26`). '7day'
 * is seven days, today included; the others are calendar months, and begin on the day after today's
 * date in an earlier month, or on the first of a month after one that lacks the date.
 */
export function findPeriodDays(period: Period, today: string): PeriodDays {
  if (period === 'overall') return { from: null, previous: undefined }
  const goBack = (periods: number) =>
    period === '7day' ? addDays(today, -7 * periods) : subtractMonths(today, MONTHS[period] * periods)
  const last = goBack(1)
  return { from: addDays(last, 1), previous: { first: addDays(goBack(2), 1), last } }
}

export const addDays = (day: string, days: number): string => toText(Date.parse(day) + days * DAY_MS)

/** Returns the same date in an earlier month, or the last day of a month that lacks it. */
function subtractMonths(day: string, months: number): string {
  const at = new Date(day)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months]
  const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return toText(Date.UTC(year, month, Math.min(at.getUTCDate(), lastDate)))
}

const toText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
