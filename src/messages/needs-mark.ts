import type { Conversation, DirectMessage } from '#contract/messages/messages.ts'

/** Up to which message the conversation should be marked as read now that all of it down to its end was shown; undefined for none. */
export function needsMark(
  messages: readonly DirectMessage[],
  conversation: Conversation | undefined,
): number | undefined {
  const newest = messages.findLast((it) => it.type !== 'Outgoing' && it.id > 0)
  if (newest === undefined) return undefined
  // The host says that it is read already, and knows of this message.
  const isRead = conversation?.unread === 0 && conversation.lastconversation >= newest.timestamp
  return isRead ? undefined : newest.id
}
