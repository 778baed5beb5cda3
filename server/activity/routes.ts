import { getActivity, markActivityRead } from '#contract/activity/activity.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { parseEntryId } from './entry-page.ts'
import { listActivity, updateActivityRead } from './list.ts'
import { countUnreadActivity } from './unread.ts'

export function activityRoutes(api: Api): void {
  route(api, getActivity, async ({ query: { limit, before }, member, db }) => ({
    activity: await listActivity(db, member.id, {
      limit,
      before: before === undefined ? undefined : parseEntryId(before),
    }),
    unread: await countUnreadActivity(db, member.id),
  }))

  route(api, markActivityRead, ({ query, member, tx }) => updateActivityRead(tx, member.id, query.up_to))
}
