import { DAY_MS } from '#contract/durations.ts'
import { addDays, findPeriodDays } from '#contract/listening/chart-periods.ts'
import type { Period } from '#contract/wire.ts'

export interface DayPlays {
  /** `2026-11-21`. */
  day: string
  plays: number
}

/** Returns every day up to `until`, oldest first; all in the response if `until` is no day. */
export function daySeries(days: readonly DayPlays[], until: string, period: Period): DayPlays[] {
  if (Number.isNaN(Date.parse(until))) return [...days]
  const from = findPeriodDays(period, until).from ?? until
  const playsOf = new Map(days.map(({ day, plays }) => [day, plays]))
  return Array.from({ length: (Date.parse(until) - Date.parse(from)) / DAY_MS + 1 }, (_, place) => {
    const day = addDays(from, place)
    return { day, plays: playsOf.get(day) ?? 0 }
  })
}

export const sumOfPlays = (days: readonly DayPlays[]): number => days.reduce((sum, { plays }) => sum + plays, 0)

/** Returns the day with most plays, the latest of equals; undefined if there were none. */
export function busiestDay(days: readonly DayPlays[]): DayPlays | undefined {
  const most = Math.max(0, ...days.map(({ plays }) => plays))
  return most === 0 ? undefined : days.findLast(({ plays }) => plays === most)
}

/** Returns the plays per seven-day week, oldest first; the last one ends with the last day. */
export function weekSums(days: readonly DayPlays[]): number[] {
  const first = days.length % 7
  const starts = Array.from({ length: Math.floor(days.length / 7) }, (_, week) => first + week * 7)
  return starts.map((start) => sumOfPlays(days.slice(start, start + 7)))
}
