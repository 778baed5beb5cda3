import { findPeriodDays } from '#contract/listening/chart-periods.ts'
import type { Period } from '#contract/wire.ts'
import type { Depths } from './artist-counts.ts'

const DAY_MS = 86_400_000

/** The length of the sliding window in days; more listening than possible in it marks its days. */
export const WINDOW_DAYS = 8
/** 650 plays a day on average. This and the next are .fmbot's thresholds. */
export const IMPOSSIBLE_PLAYS = 650 * WINDOW_DAYS
/** 18 hours a day on average. */
export const IMPOSSIBLE_HOURS = 144
/** The time between two listens counts as listening, up to this maximum. */
export const LONGEST_PLAY_MINUTES = 10

/** Returns a UTC day in the format of PostgreSQL's `date`: 2026-11-21. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the first day of a sliding period, which ends today; null for all time. */
export const getFirstDay = (period: Period, now: Date): string | null => findPeriodDays(period, toDay(now)).from

/**
 * Returns the folded name for comparison: `Nine  Rooms ` and `nine rooms` are one artist.
 * Scrobblers differ in case, width and spaces.
 */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Returns the percentage of an artist's other listeners with less depth than a member; those level
 * with the member count half. Null without listens, or without others.
 */
export function percentileOfDepth({ shallower, level, all }: Depths, isListener: boolean): number | null {
  const others = all - 1
  if (!isListener || others < 1) return null
  return roundToTenth((100 * (shallower + (level - 1) / 2)) / others)
}

/** Adds one listener: a member not in the counts, to view their own rank. */
export const withOneMore = ({ shallower, level, all }: Depths): Depths => ({
  shallower,
  level: level + 1,
  all: all + 1,
})

/** Returns a percentage as sent, with one decimal. */
export const roundToTenth = (percent: number): number => Math.round(percent * 10) / 10

/** Returns the last `days` UTC days up to today: the first and the last day. */
export const lastDays = (days: number, now: Date): { first: string; until: string } => ({
  first: toDay(new Date(now.getTime() - (days - 1) * DAY_MS)),
  until: toDay(now),
})
