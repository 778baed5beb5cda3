import { nameKey } from '#contract/accounts/names.ts'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { ChartDays } from '#contract/listening/member-chart.ts'
import { getChart } from '#contract/listening/member-chart.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'

export const PLACES_PER_PAGE = 50

/** A page from a member's chart; null from a host without charts. */
export const memberChartQuery = (user: string, kind: ChartKind, days: ChartDays, offset: number) => {
  const page = { user, kind, ...days, limit: PLACES_PER_PAGE, offset }
  return additionQuery(getChart, page, ['listening', 'chart', nameKey(user), kind, days, offset])
}
