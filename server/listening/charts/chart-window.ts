import type { Period } from '#contract/wire.ts'

/** A chart's period, which ends now. */
export interface ChartWindow {
  readonly period: Period
  readonly now: Date
  /** The calendar for its days; UTC by default, which leaderboards use. */
  readonly timeZone?: string
}
