import { deleteDirectMessage, editDirectMessage, reactToMessage } from '#contract/messages/messages.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

interface OwnMessage {
  readonly messageId?: number | undefined
  readonly messageClientId?: string | undefined
}

const toRef = ({ messageId, messageClientId }: OwnMessage) =>
  messageId === undefined ? { message_client_id: messageClientId } : { message_id: messageId }

/** Refused after the time for edits: the entry is parked with its text. */
export const editMessage = defineSender({
  ...actions.editMessage,
  isRepeatable: true, // the same text again is the same state
  send: (call, { user, message, ...ref }, client_id) =>
    call(editDirectMessage, { user, ...toRef(ref), message, client_id }),
  label: ({ recipient }) => `Edit a message to ${recipient}`,
  text: ({ message }) => message,
})

export const deleteMessage = defineSender({
  ...actions.deleteMessage,
  isRepeatable: true,
  outcomes: { 404: 'drop' }, // there is no such message, or a block hides it
  send: (call, { user, ...ref }, client_id) => call(deleteDirectMessage, { user, ...toRef(ref), client_id }),
  label: ({ recipient }) => `Delete a message to ${recipient}`,
})

export const react = defineSender({
  ...actions.react,
  isRepeatable: true,
  outcomes: { 404: 'drop' }, // the message was deleted, or a block hides it
  send: (call, { user, messageId, emoji }, client_id) =>
    call(reactToMessage, { user, message_id: messageId, ...(emoji !== '' && { emoji }), client_id }),
  label: ({ conversant, emoji }) =>
    emoji === '' ? `Remove a reaction, ${conversant}` : `React with ${emoji}, ${conversant}`,
})
