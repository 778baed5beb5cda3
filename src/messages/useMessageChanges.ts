import { useAmend } from '#src/cache/useAmend.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { sendMessage } from './actions.ts'
import { deleteMessage, editMessage, react as reaction } from './changes/actions.ts'
import type { ShownMessage } from './overlay.ts'
import { nameOwnMessage } from './own-message.ts'

/**
 * Returns what a member can change in the messages with another. A message that was never attempted
 * is changed or removed in the outbox, and so is an edit; for all others the change is an action
 * after it. Each resolves to false if this device could not store it.
 */
export function useMessageChanges(member: string, conversant: string) {
  const amend = useAmend()
  const { dispatch, discard } = useDispatch()
  const inConversation = { user: member, recipient: conversant }

  const edit = async (message: ShownMessage, text: string): Promise<boolean> => {
    if (message.waiting && (await amend(sendMessage, message.waiting, { message: text }))) return true
    for (const entry of message.edits ?? []) if (await amend(editMessage, entry, { message: text })) return true
    const action = { ...inConversation, ...nameOwnMessage(message), message: text }
    return (await dispatch(editMessage, action)) !== undefined
  }

  const remove = async (message: ShownMessage): Promise<boolean> => {
    if (message.waiting && (await discard(message.waiting))) return true
    if (!(await dispatch(deleteMessage, { ...inConversation, ...nameOwnMessage(message) }))) return false
    // Edits to a deleted message would be refused, or stay in the outbox without their message.
    for (const entry of message.edits ?? []) await discard(entry)
    return true
  }

  const react = async ({ id, own_reaction }: ShownMessage, emoji: string): Promise<boolean> => {
    const action = { user: member, conversant, messageId: id, emoji: own_reaction === emoji ? '' : emoji }
    return (await dispatch(reaction, action)) !== undefined
  }
  return { edit, remove, react }
}
