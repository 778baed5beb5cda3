import { compareTaste, getSimilarTaste } from '#contract/listening/charts.ts'
import { canSeeListening, getMember } from '#server/accounts/index.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { compareMembers, listSimilarTaste } from './similar-taste.ts'

export function tasteRoutes(api: Api): void {
  route(api, getSimilarTaste, ({ query, member, db }) => listSimilarTaste(db, member.id, query.limit))

  route(api, compareTaste, async ({ query, member, db }) => {
    const other = await getMember(db, query.other, member.id)
    if (other.id === member.id) throw new Refusal(400, 'Choose another member to compare with.')
    if (await canSeeListening(db, member.id, other.id)) return compareMembers(db, member.id, other.id)
    return { percentile: null, shared: [], only_user: [], only_other: [], hidden: 1 as const }
  })
}
