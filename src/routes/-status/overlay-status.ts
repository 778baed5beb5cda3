import { nameKey } from '#contract/accounts/names.ts'
import type { Conversation } from '#contract/messages/messages.ts'
import { markActivityRead } from '#src/activity/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import type { Status } from '#src/status/useStatus.ts'
import { declineSwap, rateSwap } from '#src/swaps/actions.ts'

/**
 * Returns the status with pending actions: conversations that were read, activity that was seen,
 * swaps that were rated or declined. It joins domains, so it is no query's overlay; after an action
 * is removed from the outbox, the status shows the old value until it is refetched.
 */
export function overlayStatus(status: Status, conversations: readonly Conversation[], pending: Pending): Status {
  const read = new Set(pending.of(markRead).map(({ sender }) => nameKey(sender)))
  const readLocally = conversations.filter((conversation) => read.has(nameKey(conversation.conversant)))
  // Only the member with the turn can rate or decline.
  const acted = new Set([...pending.of(rateSwap), ...pending.of(declineSwap)].map(({ swapId }) => swapId))
  const isActivitySeen = pending.of(markActivityRead).length > 0
  return {
    ...status,
    unread_messages: atLeast0(status.unread_messages - readLocally.reduce((sum, { unread = 0 }) => sum + unread, 0)),
    swaps_waiting: atLeast0(status.swaps_waiting - acted.size),
    ...(isActivitySeen ? { unread_activity: 0 } : {}),
  }
}

const atLeast0 = (count: number) => Math.max(0, count)
