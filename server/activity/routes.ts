import { getActivity, markActivityRead } from '#contract/activity/activity.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { countUnreadActivity, listActivity, markRead } from './list.ts'

/** What happened to a member through others. */
export function activityRoutes(api: Api): void {
  route(api, getActivity, async ({ query, member, db }) => ({
    activity: await listActivity(db, member.id, query),
    unread: await countUnreadActivity(db, member.id),
  }))

  route(api, markActivityRead, async ({ query, member, tx }) => {
    await markRead(tx, member.id, query.up_to)
    return { success: true }
  })
}
