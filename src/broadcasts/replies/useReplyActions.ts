import { useAmend } from '#src/cache/useAmend.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { toast } from '#src/ui/toast.ts'
import { editReply, removeReply, sendReply } from '../actions.ts'
import type { ShownReply } from './overlay.ts'

/** Names a reply in an action: one without an id yet by the entry that creates it. */
const toNamed = ({ id, client_id }: ShownReply) => (id > 0 ? { replyId: id } : { madeBy: client_id })

export function useReplyActions(user: string, broadcastId: number) {
  const { dispatch, discard } = useDispatch()
  const dispatchUndoable = useUndoable()
  const amend = useAmend()
  const base = { user, broadcastId }

  /** Queues a reply; resolves to false if this device could not store it. */
  const send = async (text: string) => (await dispatch(sendReply, { ...base, text })) !== undefined

  /** Changes a reply, in the outbox if it was never sent. Resolves to false if it can't be stored. */
  const edit = async (reply: ShownReply, text: string): Promise<boolean> => {
    if (reply.waiting && (await amend(sendReply, reply.waiting, { text }))) return true
    if (reply.editWaiting && (await amend(editReply, reply.editWaiting, { text }))) return true
    return (await dispatch(editReply, { ...base, ...toNamed(reply), text })) !== undefined
  }

  /** Deletes a reply after the time for undoing. One that was never sent is deleted at once. */
  const remove = async (reply: ShownReply) => {
    if (reply.waiting && (await discard(reply.waiting))) {
      const { text } = reply
      toast({ title: 'Reply deleted', action: { label: 'Undo', onPress: () => void send(text) } })
    } else
      await dispatchUndoable(removeReply, { ...base, ...toNamed(reply) }, { title: 'Reply deleted', isDelayed: true })
  }

  return { send, edit, remove }
}
