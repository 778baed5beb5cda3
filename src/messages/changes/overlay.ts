import type { DirectMessage } from '#contract/messages/messages.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { deleteMessage, editMessage, react } from './actions.ts'

export const changeReads = [editMessage, deleteMessage, react] as const

export interface ChangedMessage extends DirectMessage {
  /** Its change that is not on the server yet. */
  changing?: Entry
  /** Its edits that are not on the server, the refused ones too. */
  edits?: Entry[]
  /** An edit that the server refused, with its text: the message is shown unchanged. */
  refusedEdit?: { entry: Entry; text: string }
}

export function overlayChanges<M extends ChangedMessage>(
  messages: readonly M[],
  pending: PendingOf<typeof changeReads>,
): M[] {
  const edits = pending.of(editMessage)
  const refused = pending.parked(editMessage)
  const deletions = pending.of(deleteMessage)
  const reactions = pending.of(react)
  if (edits.length + refused.length + deletions.length + reactions.length === 0) return [...messages]
  return messages.map((message) => {
    const deletion = deletions.findLast((action) => isOf(message, action))
    if (deletion) return withEntry(toDeleted(message, deletion.entry), deletion.entry)
    if (message.deleted_at !== undefined) return message
    const edit = edits.findLast((action) => isOf(message, action))
    const lost = refused.findLast((action) => isOf(message, action))
    const reaction = reactions.findLast(({ messageId }) => messageId === message.id)
    const entries = [...edits, ...refused].filter((action) => isOf(message, action) && action.entry.status !== 'acked')
    let shown = entries.length === 0 ? message : { ...message, edits: entries.map(({ entry }) => entry) }
    if (edit) shown = withEntry({ ...shown, message: edit.message, edited_at: toTime(edit.entry) }, edit.entry)
    if (lost) shown = { ...shown, refusedEdit: { entry: lost.entry, text: lost.message } }
    if (reaction) shown = withEntry({ ...shown, own_reaction: reaction.emoji || undefined }, reaction.entry)
    return shown
  })
}

const isOf = (
  message: DirectMessage,
  { messageId, messageClientId }: { messageId?: number | undefined; messageClientId?: string | undefined },
) =>
  messageId === undefined
    ? messageClientId !== undefined && message.client_id === messageClientId
    : message.id === messageId

const withEntry = <M extends ChangedMessage>(message: M, entry: Entry): M =>
  entry.status === 'acked' ? message : { ...message, changing: entry }

const toTime = ({ createdAt }: Entry) => new Date(createdAt).toISOString()

const toDeleted = <M extends ChangedMessage>(message: M, entry: Entry): M => ({
  ...message,
  message: '',
  deleted_at: message.deleted_at ?? toTime(entry),
  edited_at: undefined,
  track: undefined,
  own_reaction: undefined,
  other_reaction: undefined,
})
