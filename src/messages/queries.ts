import { nameKey } from '#contract/accounts/names.ts'
import {
  CHANGED_MESSAGES_DAYS,
  type Conversation,
  type DirectMessage,
  getConversations,
  getDirectMessages,
} from '#contract/messages/messages.ts'
import { exchange, poll } from '#src/api/call.ts'
import { type Answered, liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { changeReads, overlayChanges } from './changes/overlay.ts'
import { joinLatest, replaceChanged } from './join-messages.ts'
import { conversationKey, conversationsKey } from './keys.ts'
import { conversationReads, messageReads, overlayConversations, overlayMessages, type ShownMessage } from './overlay.ts'

/** The number of messages in the latest page, and in each older page. */
export const LATEST_LIMIT = 50
export const OLDER_MESSAGES_LIMIT = 100
/** The number of older pages of a conversation that are stored on the device. */
const PAGES_KEPT = 4
const DAY_MS = 86_400_000

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
  changed?: DirectMessage[] | undefined
}

/** The latest messages of a conversation, oldest first. */
export interface LatestMessages {
  messages: ShownMessage[]
  /** Messages above them that were changed lately: newer than those of older pages. */
  changed: ShownMessage[]
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
      const known = listFollowed(held)
      const { directMessages, changed = [] } = asked.answer
      const joined = replaceChanged(joinLatest(known, directMessages, LATEST_LIMIT), changed)
      return { ...asked, answer: { directMessages: joined, changed } }
    },
    reads: messageReads,
    overlay: ({ directMessages, changed = [] }: Messages, pending): LatestMessages => ({
      messages: overlayMessages(conversant, directMessages, pending),
      changed: overlayChanges<ShownMessage>(changed, pending),
    }),
  })

/**
 * Returns the cached messages if the latest page contains the changes made to them since: none
 * after the days for which the server lists changes.
 */
const listFollowed = (held: Answered<Messages> | undefined): readonly DirectMessage[] =>
  held !== undefined && Date.now() - held.askedAt < CHANGED_MESSAGES_DAYS * DAY_MS ? held.answer.directMessages : []

const overlayOlder = ({ directMessages }: Messages, pending: PendingOf<typeof changeReads>) =>
  overlayChanges<ShownMessage>(directMessages, pending).toReversed()

/** The first part of the keys of older pages of a conversation. */
export const olderMessagesKey = (user: string, conversant: string) =>
  ['messages', 'older', user, nameKey(conversant)] as const

/**
 * The messages before a message, newest first: requested once in a day, since the latest page
 * contains what has changed in them.
 */
export const olderMessagesQuery = (user: string, conversant: string, before: number, place: number) =>
  liveQuery({
    queryKey: [...olderMessagesKey(user, conversant), before],
    fetch: (signal) =>
      exchange(getDirectMessages, { user, conversant, limit: OLDER_MESSAGES_LIMIT, before }, { signal }),
    overlay: overlayOlder,
    reads: changeReads,
    isFleeting: place >= PAGES_KEPT,
    isImmutable: true,
  })
