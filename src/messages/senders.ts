import { markMessagesRead, sendDirectMessage } from '#contract/messages/messages.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export * from './changes/senders.ts'

export const sendMessage = defineSender({
  ...actions.sendMessage,
  isRepeatable: false,
  send: (call, { user, recipient, message, track }, client_id) =>
    call(sendDirectMessage, { user, recipient, message, ...(track && { track_id: track.id }), client_id }),
  label: ({ recipient, track }) => (track ? `${track.name} to ${recipient}` : `Message to ${recipient}`),
  text: ({ message }) => message,
})

export const markRead = defineSender({
  ...actions.markRead,
  isRepeatable: true,
  send: (call, { user, sender, upTo }, client_id) =>
    call(markMessagesRead, { sender, recipient: user, up_to: upTo, client_id }),
  label: ({ sender }) => `Mark messages of ${sender} read`,
})
