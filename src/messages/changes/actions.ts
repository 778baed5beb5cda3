import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

/** An own message's id, or while it is unknown the `client_id` of its entry. */
const ownMessage = {
  user: v.string(),
  recipient: v.string(),
  messageId: v.optional(v.number()),
  messageClientId: v.optional(v.string()),
}
/** The lane for messages to the member: a change is sent after the message. */
const ofConversation = ({ recipient }: { recipient: string }) => `dm:${nameKey(recipient)}`

/** Changes the text of an own message. It contains no time: the server's clock decides. */
export const editMessage = defineAction({
  name: 'messages.edit',
  args: v.object({ ...ownMessage, message: v.string() }),
  lane: ofConversation,
})

export const deleteMessage = defineAction({
  name: 'messages.delete',
  args: v.object(ownMessage),
  lane: ofConversation,
})

/** Sets the own reaction to a message; an empty emoji removes it. */
export const react = defineAction({
  name: 'messages.react',
  args: v.object({ user: v.string(), conversant: v.string(), messageId: v.number(), emoji: v.string() }),
  lane: ({ messageId }) => `react:${messageId}`,
  replacesLast: true, // the lane holds nothing else
})
