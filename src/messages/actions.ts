import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Sends a message or a track card. Messages to one member are sent in their order. */
export const sendMessage = defineAction({
  name: 'messages.send',
  args: v.object({
    user: v.string(),
    recipient: v.string(),
    message: v.string(),
    track: v.optional(v.object({ id: v.number(), name: v.string(), artist: v.string() })),
  }),
  lane: ({ recipient }) => `dm:${nameKey(recipient)}`,
})

/** Marks messages by `sender` as read, up to the last message that was shown. */
export const markRead = defineAction({
  name: 'messages.read',
  isSilent: true,
  args: v.object({ user: v.string(), sender: v.string(), upTo: v.number() }),
  lane: ({ sender }) => `read:${nameKey(sender)}`,
  replacesLast: true, // the lane holds nothing else, and read messages stay read
})
