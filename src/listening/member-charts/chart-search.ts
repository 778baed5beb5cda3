import { type ChartKind, chartKinds } from '#contract/listening/chart-kinds.ts'
import type { ChartDays } from '#contract/listening/member-chart.ts'
import type { Period } from '#contract/wire.ts'

export interface ChartSearch {
  readonly user?: string | undefined
  readonly kind?: string | undefined
  readonly period?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export const periodLabels: Readonly<Record<Period, string>> = {
  '7day': '7 days',
  '1month': '1 month',
  '3month': '3 months',
  '6month': '6 months',
  '12month': '12 months',
  overall: 'All time',
}
// The record has exactly these keys.
export const chartPeriods = Object.keys(periodLabels) as Period[]

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns the kind in a URL; an unknown one is artists. */
export const toChartKind = ({ kind }: ChartSearch): ChartKind => chartKinds.find((known) => known === kind) ?? 'artists'

/** Returns the days in a URL; without a valid range or period, the last 7 days. */
export function toChartDays({ period, from, until }: ChartSearch): ChartDays {
  if (isDay(from) && isDay(until) && from <= until) return { from, until }
  return { period: chartPeriods.find((known) => known === period) ?? '7day' }
}

const isDay = (day: string | undefined): day is string =>
  day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(day))
