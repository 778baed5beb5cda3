import type { Conversation, DirectMessage } from '#contract/messages/messages.ts'

/** Returns the message up to which the shown conversation is to be marked as read, if any. */
export function needsMark(
  messages: readonly DirectMessage[],
  conversation: Conversation | undefined,
): number | undefined {
  const newest = messages.findLast((message) => message.type !== 'Outgoing' && message.id > 0)
  if (newest === undefined) return undefined
  // The host returns it as read, and knows this message.
  const isRead = conversation?.unread === 0 && conversation.lastconversation >= newest.timestamp
  return isRead ? undefined : newest.id
}
