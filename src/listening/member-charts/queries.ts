import { nameKey } from '#contract/accounts/names.ts'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { ChartDays } from '#contract/listening/member-chart.ts'
import { getChart } from '#contract/listening/member-chart.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

export const PLACES_PER_PAGE = 50

/** A page from a member's chart; null from a host without charts. */
export const memberChartQuery = (user: string, kind: ChartKind, days: ChartDays, offset: number) =>
  liveQuery({
    queryKey: ['listening', 'chart', nameKey(user), kind, days, offset],
    fetch: (options) => ifComputed(poll(getChart, { user, kind, ...days, limit: PLACES_PER_PAGE, offset }, options)),
  })
