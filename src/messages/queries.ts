import { nameKey } from '#contract/accounts/names.ts'
import {
  type Conversation,
  type DirectMessage,
  getConversations,
  getDirectMessages,
} from '#contract/messages/messages.ts'
import { exchange, poll } from '#src/api/call.ts'
import { type Answered, liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { joinLatest } from './join-messages.ts'
import { conversationKey, conversationsKey } from './keys.ts'
import { conversationReads, messageReads, overlayConversations, overlayMessages } from './overlay.ts'

/** The number of messages in the latest page, and in each older page. */
export const LATEST_LIMIT = 50
export const OLDER_MESSAGES_LIMIT = 100
/** The number of older pages of a conversation that are stored on the device. */
const PAGES_KEPT = 4

/** A member's conversations, latest first. */
export const conversationsQuery = (user: string) =>
  liveQuery({
    queryKey: conversationsKey(user),
    fetch: (signal) => exchange(getConversations, { user }, { signal }),
    overlay: overlayAll,
    reads: conversationReads,
  })

const overlayAll = (
  { conversations }: { conversations: Conversation[] },
  pending: PendingOf<typeof conversationReads>,
) => overlayConversations(conversations, pending)

interface Messages {
  directMessages: DirectMessage[]
}

/**
 * The latest messages of a member's conversation with another, oldest first: its only query that is
 * polled.
 */
export const conversationQuery = (user: string, conversant: string) =>
  liveQuery({
    queryKey: conversationKey(user, conversant),
    fetch: async (signal, held: Answered<Messages> | undefined) => {
      const query = { user, conversant, limit: LATEST_LIMIT }
      const asked = await poll(getDirectMessages, query, { signal, etag: held?.etag })
      if (asked === 'unchanged') return asked
      const known = held?.answer.directMessages ?? []
      return { ...asked, answer: { directMessages: joinLatest(known, asked.answer.directMessages, LATEST_LIMIT) } }
    },
    reads: messageReads,
    overlay: ({ directMessages }, pending) => overlayMessages(conversant, directMessages, pending),
  })

const newestFirst = ({ directMessages }: Messages) => directMessages.toReversed()

/** The messages before a message, newest first: immutable, requested once. */
export const olderMessagesQuery = (user: string, conversant: string, before: number, place: number) =>
  liveQuery({
    queryKey: ['messages', 'older', user, nameKey(conversant), before],
    fetch: (signal) =>
      exchange(getDirectMessages, { user, conversant, limit: OLDER_MESSAGES_LIMIT, before }, { signal }),
    overlay: newestFirst,
    isFleeting: place >= PAGES_KEPT,
    isImmutable: true,
  })
