import { getChart, getListeningTime } from '#contract/listening/member-chart.ts'
import { canSeeListening, getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { addCredits } from '../catalogue/add-credits.ts'
import { addCovers } from '../covers/add-covers.ts'
import { addTrackLinks } from '../links/add-links.ts'
import { isServed } from '../listens/served-by.ts'
import { findTimeZone, toDayInZone } from '../time-zone.ts'
import { getChartPage, toCountedDays } from './chart.ts'
import type { DayRange } from './days.ts'
import { countListeningTime } from './listening-time.ts'
import { findSpans } from './span.ts'

export function chartRoutes(api: Api): void {
  route(api, getChart, async (input) => {
    const { query, member: viewer, db, now } = input
    const { kind, period, limit, offset } = query
    const member = await getMember(db, query.user, viewer.id)
    if (!(await canSeeListening(db, viewer.id, member.id))) return HIDDEN
    const timeZone = await findTimeZone(db, member.id)
    const range = toRange(query, toDayInZone(now, timeZone))
    const window = { period, now, timeZone }
    const page = { memberId: member.id, viewerId: viewer.id, kind, window, range, limit, offset }
    const chart = await getChartPage(db, page)
    const own = viewer.id === member.id ? viewer.id : undefined
    const rows = await addCovers(input, kind, await addCredits(db, chart.rows, own))
    const isTrack = kind === 'tracks'
    return { ...chart, rows: await addTrackLinks(input, rows, (row) => (isTrack ? row.id : null)), hidden: undefined }
  })

  route(api, getListeningTime, async ({ query, member: viewer, db, now }) => {
    const member = await getMember(db, query.user, viewer.id)
    if (!(await canSeeListening(db, viewer.id, member.id)) || (await isServed(db, member.id))) return UNKNOWN_TIME
    const timeZone = await findTimeZone(db, member.id)
    const window = { period: query.period, now, timeZone }
    const days = toCountedDays({ window, range: toRange(query, toDayInZone(now, timeZone)) })
    const { span } = await findSpans(db, days, window)
    return countListeningTime(db, member.id, span)
  })
}

const UNKNOWN_TIME = { minutes: null, unmeasured: 0 }

const HIDDEN = {
  rows: [],
  from: null,
  until: '',
  plays: null,
  entries: null,
  previous: null,
  needs_listens: 0 as const,
  hidden: 1 as const,
}

function toRange(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  today: string,
): DayRange | undefined {
  if (from === undefined && until === undefined) return undefined
  if (from === undefined || until === undefined)
    throw new Refusal(400, 'A range needs both its first and its last day.')
  if (from > until) throw new Refusal(400, 'The first day of a range must not be after its last day.')
  if (from > today) throw new Refusal(400, 'The first day of a range must not be in the future.')
  return { from, until }
}
