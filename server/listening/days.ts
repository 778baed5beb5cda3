import { type RawBuilder, sql } from 'kysely'
import { findPeriodDays } from '#contract/listening/chart-periods.ts'
import type { Period } from '#contract/wire.ts'

/** Returns a UTC day in the `date` format of PostgreSQL: 2026-11-21. */
export const toDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the first day of a sliding period, which ends today; null for all time. */
export const getFirstDay = (period: Period, now: Date): string | null => findPeriodDays(period, toDay(now)).from

/** Returns the condition that `listens` are of the UTC day in a column. */
export const isOfDay = (day: string): RawBuilder<unknown> =>
  sql`listens.listened_at >= ${sql.ref(day)}::timestamp at time zone 'UTC'
    and listens.listened_at < (${sql.ref(day)} + 1)::timestamp at time zone 'UTC'`
