import {
  deleteDirectMessage,
  editDirectMessage,
  markMessagesRead,
  reactToMessage,
  sendDirectMessage,
} from '#contract/messages/messages.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'
import * as changes from './changes/actions.ts'

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

interface OwnMessage {
  readonly messageId?: number | undefined
  readonly messageClientId?: string | undefined
}

const toRef = ({ messageId, messageClientId }: OwnMessage) =>
  messageId === undefined ? { message_client_id: messageClientId } : { message_id: messageId }

/** Refused after the time for edits: the entry is parked with its text. */
export const editMessage = defineSender({
  ...changes.editMessage,
  isRepeatable: true, // the same text again is the same state
  send: (call, { user, message, ...ref }, client_id) =>
    call(editDirectMessage, { user, ...toRef(ref), message, client_id }),
  label: ({ recipient }) => `Edit a message to ${recipient}`,
  text: ({ message }) => message,
})

export const deleteMessage = defineSender({
  ...changes.deleteMessage,
  isRepeatable: true,
  outcomes: { 404: 'drop' }, // there is no such message, or a block hides it
  send: (call, { user, ...ref }, client_id) => call(deleteDirectMessage, { user, ...toRef(ref), client_id }),
  label: ({ recipient }) => `Delete a message to ${recipient}`,
})

export const react = defineSender({
  ...changes.react,
  isRepeatable: true,
  outcomes: { 404: 'drop' }, // the message was deleted, or a block hides it
  send: (call, { user, messageId, emoji }, client_id) =>
    call(reactToMessage, { user, message_id: messageId, ...(emoji !== '' && { emoji }), client_id }),
  label: ({ conversant, emoji }) =>
    emoji === '' ? `Remove a reaction, ${conversant}` : `React with ${emoji}, ${conversant}`,
})
