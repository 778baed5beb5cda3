import { nameKey } from '#contract/accounts/names.ts'
import { type ChartDays, getListeningTime } from '#contract/listening/member-chart.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'

/** The minutes that a member has listened; null from a host that does not add them up. */
export const listeningTimeQuery = (user: string, days: ChartDays) =>
  additionQuery(getListeningTime, { user, ...days }, ['listening', 'time', nameKey(user), days])
