import type { Period } from '#contract/wire.ts'

/** The period of a chart, which ends now. */
export interface ChartWindow {
  readonly period: Period
  readonly now: Date
  /** The calendar for its days; UTC by default, which leaderboards use. */
  readonly timeZone?: string
}
