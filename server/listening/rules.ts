import type { Period } from '#contract/wire.ts'
import type { Depths } from './artist-counts.ts'

const PERIOD_DAYS = { '7day': 7, '1month': 30, '3month': 90, '6month': 180, '12month': 365 } as const

const DAY_MS = 86_400_000

/** So many days in a row are looked at together: more than anybody can hear in them is impossible. */
export const WINDOW_DAYS = 8
/** 650 plays a day in the mean. This and the next are .fmbot's thresholds. */
export const IMPOSSIBLE_PLAYS = 650 * WINDOW_DAYS
/** 18 hours a day in the mean. */
export const IMPOSSIBLE_HOURS = 144
/** What lies between two listens counts as listening, up to here. */
export const LONGEST_PLAY_MINUTES = 10

/** A day of UTC as PostgreSQL's `date` writes it: 2026-11-21. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * The first day that a sliding period counts, null for all time. Plays are kept per day of UTC, so the day on which the
 * period begins counts as a whole: nothing of the last 7 times 24 hours is missing from '7day'.
 */
export const firstDayOf = (period: Period, now: Date): string | null =>
  period === 'overall' ? null : dayOf(new Date(now.getTime() - PERIOD_DAYS[period] * DAY_MS))

/** How names are compared: `Nine  Rooms ` and `nine rooms` are one artist. Scrobblers differ in case, width and spaces. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Of an artist's other listeners, how many per cent a member has gone deeper than; those level with the member count half.
 * Null without listens, or without others.
 */
export function percentileOfDepth({ shallower, level, all }: Depths, isListener: boolean): number | null {
  const others = all - 1
  if (!isListener || others < 1) return null
  return roundToTenth((100 * (shallower + (level - 1) / 2)) / others)
}

/** Counted without a member who looks at their own place all the same. */
export const withOneMore = ({ shallower, level, all }: Depths): Depths => ({
  shallower,
  level: level + 1,
  all: all + 1,
})

/** A percentage as it travels: with one decimal. */
export const roundToTenth = (percent: number): number => Math.round(percent * 10) / 10

/** The last so many days of UTC up to today: the first and the last of them. */
export const lastDays = (days: number, now: Date): { first: string; until: string } => ({
  first: dayOf(new Date(now.getTime() - (days - 1) * DAY_MS)),
  until: dayOf(now),
})
