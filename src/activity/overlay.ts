import type { Activity } from '#contract/activity/activity.ts'
import type { Cursor } from '#contract/page.ts'
import { blockAndMuteReads, findBlockedOrMuted } from '#src/accounts/blocks/overlay.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { markActivityRead } from './actions.ts'

export const activityReads = [markActivityRead, ...blockAndMuteReads] as const

/** Entries by blocked and muted members are hidden. */
export function overlayActivity(
  activity: readonly Activity[],
  pending: PendingOf<typeof activityReads>,
): (Activity | HiddenRow<string>)[] {
  const isHidden = findBlockedOrMuted(pending)
  const marks: readonly Cursor[] = pending.of(markActivityRead).map(({ upTo }) => upTo)
  const isMarked = (id: Cursor) => marks.some((upTo) => id <= upTo)
  const marked = activity.map((row) => (row.unread && isMarked(row.id) ? { ...row, unread: false } : row))
  return hideRows(marked, ({ username }) => isHidden(username))
}
