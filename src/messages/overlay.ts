import { isSameName, nameKey } from '#contract/accounts/names.ts'
import type { Conversation, DirectMessage } from '#contract/messages/messages.ts'
import { newestFirst } from '#contract/wire.ts'
import { blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { markRead, sendMessage } from './actions.ts'
import { type ChangedMessage, changeReads, overlayChanges } from './changes/overlay.ts'

export const messageReads = [sendMessage, ...changeReads] as const
export const conversationReads = [sendMessage, markRead, ...changeReads, ...blockReads] as const

/** A message for display. `waiting`: not on the server yet; `failed`: refused or in doubt. */
export interface ShownMessage extends ChangedMessage {
  waiting?: Entry
  failed?: Entry
}

export function overlayMessages(
  conversant: string,
  messages: readonly DirectMessage[],
  pending: PendingOf<typeof messageReads>,
): ShownMessage[] {
  const knownActions = new Set(messages.map((it) => it.client_id))
  const knownIds = new Set(messages.map((it) => it.id))
  const isMissing = ({ recipient, entry }: PendingAction<typeof sendMessage>) =>
    isSameName(recipient, conversant) &&
    !knownActions.has(entry.client_id) &&
    !(entry.madeId !== undefined && knownIds.has(entry.madeId))
  const mine = [...pending.of(sendMessage), ...pending.parked(sendMessage)].filter(isMissing).sort(bySeq)
  return overlayChanges<ShownMessage>([...messages, ...mine.map(asShown)], pending)
}

const bySeq = (a: PendingAction<typeof sendMessage>, b: PendingAction<typeof sendMessage>) => a.entry.seq - b.entry.seq

/** Returns a pending message for display. A negative id can't equal a real one. */
function asShown({ message, track, entry }: PendingAction<typeof sendMessage>): ShownMessage {
  const { status } = entry
  return {
    id: entry.madeId ?? -entry.seq,
    message,
    timestamp: new Date(entry.createdAt).toISOString(),
    type: 'Outgoing',
    client_id: entry.client_id,
    track,
    ...(status === 'parked' ? { failed: entry } : status === 'acked' ? {} : { waiting: entry }),
  }
}

export interface ShownConversation extends Conversation {
  last_message: ShownMessage | undefined
}

export function overlayConversations(
  conversations: readonly Conversation[],
  pending: PendingOf<typeof conversationReads>,
): ShownConversation[] {
  const byName = new Map<string, Conversation>(conversations.map((row) => [nameKey(row.conversant), row]))
  for (const action of [...pending.of(sendMessage), ...pending.parked(sendMessage)].sort(bySeq)) {
    const { recipient } = action
    const known = byName.get(nameKey(recipient)) ?? { conversant: recipient, lastconversation: '' }
    const message = asShown(action)
    if (message.timestamp > known.lastconversation)
      byName.set(nameKey(recipient), { ...known, lastconversation: message.timestamp, last_message: message })
  }
  for (const { sender } of pending.of(markRead)) {
    const known = byName.get(nameKey(sender))
    if (known) byName.set(nameKey(sender), { ...known, unread: 0 })
  }
  const visible = withoutBlocked([...byName.values()], ({ conversant }) => conversant, pending)
  const shown = visible.map(({ last_message: last, ...conversation }) => ({
    ...conversation,
    last_message: last && overlayChanges<ShownMessage>([last], pending)[0],
  }))
  return shown.sort((a, b) => newestFirst(a.lastconversation, b.lastconversation))
}
