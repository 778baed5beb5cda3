import { nameKey } from '#contract/accounts/names.ts'
import { type ChartDays, getListeningTime } from '#contract/listening/member-chart.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The minutes that a member has listened; null from a host that does not add them up. */
export const listeningTimeQuery = (user: string, days: ChartDays) =>
  liveQuery({
    queryKey: ['listening', 'time', nameKey(user), days],
    fetch: (options) => ifComputed(poll(getListeningTime, { user, ...days }, options)),
  })
