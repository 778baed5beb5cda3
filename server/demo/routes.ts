import { addSampleListens } from '#contract/listening/sample-listens.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { insertSampleListens } from './sample-listens.ts'
import { findDemoCommunity } from './store.ts'

export function demoRoutes(api: Api): void {
  route(api, addSampleListens, async ({ member, tx, now, config }) => {
    const community = config.isDemoAllowed ? await findDemoCommunity(tx) : undefined
    if (community === undefined) throw new Refusal(404, 'Sample listens are for the demo only.')
    await insertSampleListens(tx, community.seed, member.id, now)
  })
}
