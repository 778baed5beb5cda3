import { report } from '#contract/accounts/reports.ts'
import { getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { type About, findQuote, insertReport } from './store.ts'

/**
 * Registers the route for reporting a member to the admins. In a separate module because it reads
 * from every domain.
 */
export function reportRoutes(api: Api): void {
  route(api, report, async ({ tx, query, member, now }) => {
    // Including hidden members: a member may report another after blocking them.
    const reported = await getMember(tx, query.other, null)
    if (reported.id === member.id) throw new Refusal(400, 'You cannot report yourself.')
    if (reported.is_system) throw new Refusal(400, 'System cannot be reported.')
    const about = toAbout(query)
    const quote = about && (await findQuote(tx, { ...about, reporterId: member.id, reportedId: reported.id }))
    // The same response for deleted, foreign and invisible content: it must not reveal which ids
    // exist.
    if (about !== undefined && quote === undefined) {
      throw new Refusal(404, 'This was deleted, or it is not by this member.')
    }
    const id = await insertReport(tx, {
      reporterId: member.id,
      reportedId: reported.id,
      reason: query.reason,
      about,
      quote: quote ?? '',
      now,
    })
    return { success: true, id }
  })
}

interface Query {
  readonly relatedtype?: About['type'] | undefined
  readonly relatedid?: number | undefined
}

function toAbout({ relatedtype: type, relatedid: id }: Query): About | undefined {
  if (type === undefined && id === undefined) return undefined
  if (type !== undefined && id !== undefined) return { type, id }
  throw new Refusal(400, 'relatedtype and relatedid must be given together.')
}
