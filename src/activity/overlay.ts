import type { Activity } from '#contract/activity/activity.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { markActivityRead } from './actions.ts'

/**
 * Returns the member's activity, newest first, with pending marks: seen entries are no longer new.
 * Idempotent.
 */
export function overlayActivity(activity: readonly Activity[], pending: Pending): Activity[] {
  const upTo = Math.max(0, ...pending.of(markActivityRead).map((it) => it.upTo))
  return activity.map((it) => (it.unread && it.id <= upTo ? { ...it, unread: false } : it))
}
