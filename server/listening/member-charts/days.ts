import type { ChartWindow } from '../chart-window.ts'
import { getFirstDay, toDay } from '../rules.ts'

const DAY_MS = 86_400_000

/** The UTC days of a chart, inclusive. */
export interface ChartDays {
  /** Null: from the first listen on. */
  readonly from: string | null
  readonly until: string
  /** Whether days after `until` count too: those ahead of the clock. */
  readonly isEndless: boolean
}

/** A range chosen by the viewer: UTC days, inclusive. */
export interface DayRange {
  readonly from: string
  readonly until: string
}

/** Returns the days of a sliding period, which has no end. */
export const toPeriodDays = ({ period, now }: ChartWindow): ChartDays => ({
  from: getFirstDay(period, now),
  until: toDay(now),
  isEndless: true,
})

/** Returns the days of a range that begins today at the latest; it ends today at the latest. */
export function toRangeDays({ from, until }: DayRange, now: Date): ChartDays {
  const today = toDay(now)
  return { from, until: until < today ? until : today, isEndless: false }
}

/** Returns as many days before the first one as the chart has; undefined for all time. */
export function toPreviousDays({ from, until }: ChartDays): (ChartDays & DayRange) | undefined {
  if (from === null) return undefined
  const length = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1
  return { from: addDays(from, -length), until: addDays(from, -1), isEndless: false }
}

/** Returns the day this number of days after another one. */
export const addDays = (day: string, days: number): string => toDay(new Date(Date.parse(day) + days * DAY_MS))
