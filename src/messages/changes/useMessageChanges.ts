import { useAmend } from '#src/cache/useAmend.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { sendMessage } from '../actions.ts'
import type { ShownMessage } from '../overlay.ts'
import { deleteMessage, editMessage, react as reaction } from './actions.ts'
import { nameOwnMessage } from './own-message.ts'

/**
 * Returns what a member can change of the messages with another. A message that was never attempted
 * is changed or removed in the outbox; for all others the change is an action after it. Each
 * resolves to false if this device could not store it.
 */
export function useMessageChanges(member: string, conversant: string) {
  const amend = useAmend()
  const { dispatch, discard } = useDispatch()
  const inConversation = { user: member, recipient: conversant }

  const edit = async (message: ShownMessage, text: string): Promise<boolean> => {
    if (message.waiting && (await amend(sendMessage, message.waiting, { message: text }))) return true
    const act = { ...inConversation, ...nameOwnMessage(message), message: text }
    return (await dispatch(editMessage, act)) !== undefined
  }

  const remove = async (message: ShownMessage): Promise<boolean> => {
    if (message.waiting && (await discard(message.waiting))) return true
    return (await dispatch(deleteMessage, { ...inConversation, ...nameOwnMessage(message) })) !== undefined
  }

  const react = async ({ id, own_reaction }: ShownMessage, emoji: string): Promise<boolean> => {
    const act = { user: member, conversant, messageId: id, emoji: own_reaction === emoji ? '' : emoji }
    return (await dispatch(reaction, act)) !== undefined
  }
  return { edit, remove, react }
}
