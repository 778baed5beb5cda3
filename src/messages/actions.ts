import * as v from 'valibot'
import { markMessagesRead, sendDirectMessage } from '#contract/messages.ts'
import { nameKey } from '#contract/names.ts'
import { defineAction } from '#src/offline/action.ts'

/** Sends a message. Messages to one member leave in the order in which they were written. */
export const sendMessage = defineAction({
  name: 'messages.send',
  args: v.object({ user: v.string(), recipient: v.string(), message: v.string() }),
  lane: ({ recipient }) => `dm:${nameKey(recipient)}`,
  isRepeatable: false,
  send: (call, { user, recipient, message }, client_id) =>
    call(sendDirectMessage, { user, recipient, message, client_id }),
  label: ({ recipient }) => `Message to ${recipient}`,
  text: ({ message }) => message,
})

/** Marks what `sender` sent as read, up to the last message that was shown. */
export const markRead = defineAction({
  name: 'messages.read',
  args: v.object({ user: v.string(), sender: v.string(), upTo: v.number() }),
  lane: ({ sender }) => `read:${nameKey(sender)}`,
  outcomes: { 404: 'done' },
  replaces: () => true, // the lane holds nothing else, and what is read stays read
  isRepeatable: true,
  send: (call, { user, sender, upTo }, client_id) =>
    call(markMessagesRead, { sender, recipient: user, up_to: upTo, client_id }),
  label: ({ sender }) => `Mark messages of ${sender} read`,
})
