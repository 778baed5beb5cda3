import { nameKey } from '#contract/accounts/names.ts'
import { markActivityRead } from '#src/activity/actions.ts'
import { removeBroadcast } from '#src/broadcasts/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import type { Status } from '#src/status/useStatus.ts'
import { declineSwap, rateSwap } from '#src/swaps/actions.ts'

/**
 * Returns the status with pending actions: conversations that were read, activity that was seen,
 * swaps that were rated or declined, the newest broadcast if it is deleted. Numbers change by what
 * the status names, so that an action that it contains changes none. It joins domains, so it is no
 * query's overlay; after an action is removed from the outbox, the status shows the old value until
 * it is refetched.
 */
export function overlayStatus(status: Status, pending: Pending): Status {
  const { unread_from = [], waiting_swaps = [] } = status
  const read = new Set(pending.of(markRead).map(({ sender }) => nameKey(sender)))
  const unread = unread_from.filter(({ username }) => !read.has(nameKey(username)))
  // Only the member with the turn can rate or decline.
  const answered = new Set([...pending.of(rateSwap), ...pending.of(declineSwap)].map(({ swapId }) => swapId))
  const waiting = waiting_swaps.filter(({ id }) => !answered.has(id))
  const isDeleted = pending.of(removeBroadcast).some(({ broadcastId }) => broadcastId === status.newest_broadcast)
  const isActivitySeen = pending.of(markActivityRead).length > 0
  return {
    ...status,
    newest_broadcast: isDeleted ? null : status.newest_broadcast,
    unread_messages: status.unread_messages - sumUnread(unread_from) + sumUnread(unread),
    unread_from: unread,
    swaps_waiting: status.swaps_waiting - waiting_swaps.length + waiting.length,
    waiting_swaps: waiting,
    ...(isActivitySeen ? { unread_activity: 0 } : {}),
  }
}

const sumUnread = (rows: readonly { unread: number }[]) => rows.reduce((sum, { unread }) => sum + unread, 0)
