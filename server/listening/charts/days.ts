import { DAY_MS } from '#contract/durations.ts'
import { addDays, type DaySpan, findPeriodDays } from '#contract/listening/chart-periods.ts'
import type { Period } from '#contract/wire.ts'
import { toDayInZone, UTC } from '../time-zone.ts'

/** The period of a chart, which ends now. */
export interface ChartWindow {
  readonly period: Period
  readonly now: Date
  /** The calendar for its days; UTC by default, which leaderboards use. */
  readonly timeZone?: string
}

/** The days of a chart in the calendar of its window, inclusive. */
export interface CountedDays {
  /** Null: from the first listen on. */
  readonly from: string | null
  readonly until: string
  /** Whether days after `until` count too: those ahead of the clock. */
  readonly isEndless: boolean
  /** The days that the chart is compared with; undefined for all time. */
  readonly previous: DaySpan | undefined
}

/** A range chosen by the viewer: days in the member's calendar, inclusive. */
export interface DayRange {
  readonly from: string
  readonly until: string
}

/** Returns the days in a sliding period, which has no end. */
export function toPeriodDays({ period, now, timeZone = UTC }: ChartWindow): CountedDays {
  const today = toDayInZone(now, timeZone)
  return { ...findPeriodDays(period, today), until: today, isEndless: true }
}

/** Returns the days in a range that begins today at the latest; it ends today at the latest. */
export function toRangeDays({ from, until }: DayRange, { now, timeZone = UTC }: ChartWindow): CountedDays {
  const today = toDayInZone(now, timeZone)
  const end = until < today ? until : today
  return { from, until: end, isEndless: false, previous: toPreviousDays(from, end) }
}

/** Returns as many days before the first one as there are up to the last one. */
function toPreviousDays(from: string, until: string): DaySpan {
  const length = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1
  return { first: addDays(from, -length), last: addDays(from, -1) }
}
