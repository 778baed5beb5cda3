import { addDays, type DaySpan, findPeriodDays } from '#contract/listening/chart-periods.ts'
import type { ChartWindow } from '../chart-window.ts'
import { toDay } from '../rules.ts'

/*
 * The days of a chart. Days before today are closed: their plays seldom change, so their part of a
 * chart is stored. The plays of the open days are added when a chart is read.
 */

const DAY_MS = 86_400_000

/** UTC days, inclusive. */
export interface ClosedDays {
  /** Null: from the first listen on. */
  readonly first: string | null
  readonly last: string
}

/** UTC days after the closed ones. */
export interface OpenDays {
  readonly after: string
  /** Inclusive. Null: without an end. */
  readonly until: string | null
}

export interface CountedDays {
  /** Null: all time. */
  readonly from: string | null
  /** The last day that a response names. */
  readonly until: string
  /** Undefined if the chart begins today. */
  readonly closed: ClosedDays | undefined
  /** Undefined if the chart ends before today. */
  readonly open: OpenDays | undefined
  /** The days that the chart is compared with; undefined for all time. */
  readonly previous: DaySpan | undefined
}

/** A range chosen by the viewer: UTC days, inclusive. */
export interface DayRange {
  readonly from: string
  readonly until: string
}

/** Returns the days of a sliding period, which has no end: days ahead of the clock count. */
export function toPeriodDays({ period, now }: ChartWindow): CountedDays {
  const today = toDay(now)
  const yesterday = addDays(today, -1)
  const { from, previous } = findPeriodDays(period, today)
  return {
    from,
    until: today,
    closed: { first: from, last: yesterday },
    open: { after: yesterday, until: null },
    previous,
  }
}

/**
 * Returns the days of a range that begins today at the latest, and ends today if it is to end
 * later.
 */
export function toRangeDays({ from, until }: DayRange, now: Date): CountedDays {
  const today = toDay(now)
  const yesterday = addDays(today, -1)
  const end = until < today ? until : today
  return {
    from,
    until: end,
    closed: from < today ? { first: from, last: end < today ? end : yesterday } : undefined,
    open: end === today ? { after: yesterday, until: today } : undefined,
    previous: toPreviousDays(from, end),
  }
}

/** Returns as many days before the first one as there are up to the last one. */
function toPreviousDays(from: string, until: string): DaySpan {
  const length = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1
  return { first: addDays(from, -length), last: addDays(from, -1) }
}
