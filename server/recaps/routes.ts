import { parsePeriod, type RecapPeriod } from '#contract/recaps/periods.ts'
import { getRewind, getWeeklyReport } from '#contract/recaps/recap.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { readListeningRecap, resolveTimeZone } from '#server/listening/index.ts'
import { readFriendsBroadcasts } from './friends.ts'
import { findLastWeek, noteTimeZone } from './schedule.ts'
import { countSwaps } from './swaps.ts'

type Reader = Pick<Input<typeof getWeeklyReport>, 'member' | 'db' | 'now' | 'config'>

/** Registers the weekly report and the rewind, which read several domains. */
export function recapsRoutes(api: Api): void {
  route(api, getWeeklyReport, async (input) => {
    const { query, member, db, now } = input
    const timeZone = await findTimeZone(input, query.time_zone)
    const week = query.week === undefined ? findLastWeek(now, timeZone) : toPeriod(query.week)
    const days = { first: week.first, last: week.last, timeZone }
    return { ...(await readRecap(input, week, timeZone)), ...(await readFriendsBroadcasts(db, member.id, days)) }
  })

  route(api, getRewind, async (input) => {
    const timeZone = await findTimeZone(input, input.query.time_zone)
    return readRecap(input, toPeriod(input.query.period), timeZone)
  })
}

/** Resolves the request's time zone, and stores it for the member's next report. */
async function findTimeZone({ member, db, now }: Reader, sent: string): Promise<string> {
  const timeZone = await resolveTimeZone(db, sent)
  await noteTimeZone(db, member.id, timeZone, now)
  return timeZone
}

async function readRecap(reader: Reader, period: RecapPeriod, timeZone: string) {
  const { member, db, now } = reader
  return {
    ...(await readListeningRecap(reader, member.id, period, timeZone, now)),
    ...(await countSwaps(db, member.id, { first: period.first, last: period.last, timeZone })),
  }
}

/** Returns the period that the request's schema has checked. */
function toPeriod(id: string): RecapPeriod {
  const period = parsePeriod(id)
  if (period === undefined) throw new Refusal(400, 'There is no such period.')
  return period
}
