import { parsePeriod, type RecapPeriod } from '#contract/recaps/periods.ts'
import { getRewind, getWeeklyReport } from '#contract/recaps/recap.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { readListeningRecap, resolveTimeZone } from '#server/listening/index.ts'
import { readFriendsBroadcasts } from './friends.ts'
import { findLastWeek, noteTimeZone } from './schedule.ts'
import { countSwaps } from './swaps.ts'

/** Registers the weekly report and the rewind, which read several domains. */
export function recapsRoutes(api: Api): void {
  route(api, getWeeklyReport, async (input) => {
    const { query, member, db, now } = input
    const timeZone = await resolveTimeZone(db, query.time_zone)
    await noteTimeZone(db, member.id, timeZone, now)
    const week = query.week === undefined ? findLastWeek(now, timeZone) : toPeriod(query.week)
    const days = { first: week.first, last: week.last, timeZone }
    return {
      ...(await readListeningRecap(input, member.id, week, timeZone, now)),
      ...(await countSwaps(db, member.id, days)),
      ...(await readFriendsBroadcasts(db, member.id, days)),
    }
  })

  route(api, getRewind, async (input) => {
    const { query, member, db, now } = input
    const timeZone = await resolveTimeZone(db, query.time_zone)
    await noteTimeZone(db, member.id, timeZone, now)
    const period = toPeriod(query.period)
    return {
      ...(await readListeningRecap(input, member.id, period, timeZone, now)),
      ...(await countSwaps(db, member.id, { first: period.first, last: period.last, timeZone })),
    }
  })
}

/** Returns the period that the request's schema has checked. */
function toPeriod(id: string): RecapPeriod {
  const period = parsePeriod(id)
  if (period === undefined) throw new Refusal(400, 'There is no such period.')
  return period
}
