import type { Activity } from '#contract/activity/activity.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { markActivityRead } from './actions.ts'

/** What happened to the member, newest first, with what was seen here no longer new. Laid twice it is the same. */
export function overlayActivity(activity: readonly Activity[], pending: Pending): Activity[] {
  const upTo = Math.max(0, ...pending.of(markActivityRead).map((it) => it.upTo))
  return activity.map((it) => (it.unread && it.id <= upTo ? { ...it, unread: false } : it))
}
