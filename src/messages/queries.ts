import { nameKey } from '#contract/accounts/names.ts'
import { type Conversation, getConversations, getDirectMessages } from '#contract/messages/messages.ts'
import { poll } from '#src/api/call.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import { type CachedResponse, liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { changeReads, overlayChanges } from './changes/overlay.ts'
import { joinPages, type MessagesPage } from './join-messages.ts'
import { conversationKey, conversationsKey } from './keys.ts'
import { conversationReads, messageReads, overlayConversations, overlayMessages, type ShownMessage } from './overlay.ts'

/** Messages in the latest page, and in each older page. */
export const LATEST_LIMIT = 50
export const OLDER_MESSAGES_LIMIT = 100
/** Older pages per conversation that are stored on the device. */
const PAGES_STORED = 4

export const conversationsQuery = (user: string) =>
  endpointQuery(getConversations, { user }, conversationsKey(user), { overlay: overlayAll, reads: conversationReads })

const overlayAll = (
  { conversations }: { conversations: Conversation[] },
  pending: PendingOf<typeof conversationReads>,
) => overlayConversations(conversations, pending)

interface LatestMessages {
  messages: ShownMessage[]
  /** Messages above them that were changed lately: newer than in the older pages. */
  changed: ShownMessage[]
}

/** The only query of a conversation that is polled. */
export const conversationQuery = (user: string, conversant: string) =>
  liveQuery({
    queryKey: conversationKey(user, conversant),
    fetch: async (options, cached: CachedResponse<MessagesPage> | undefined) => {
      const query = { user, conversant, limit: LATEST_LIMIT }
      const polled = await poll(getDirectMessages, query, options)
      if (polled === 'unchanged') return polled
      return { ...polled, response: joinPages(cached, polled.response, LATEST_LIMIT, Date.now()) }
    },
    reads: messageReads,
    overlay: ({ directMessages, changed = [] }: MessagesPage, pending): LatestMessages => ({
      messages: overlayMessages(conversant, directMessages, pending),
      changed: overlayChanges<ShownMessage>(changed, pending),
    }),
  })

const overlayOlder = ({ directMessages }: MessagesPage, pending: PendingOf<typeof changeReads>) =>
  overlayChanges<ShownMessage>(directMessages, pending).toReversed()

/** The first part of the keys for older pages of a conversation. */
export const olderMessagesKey = (user: string, conversant: string) =>
  ['messages', 'older', user, nameKey(conversant)] as const

/** The messages before one, newest first: requested once a day, as the latest page has changes. */
export const olderMessagesQuery = (user: string, conversant: string, before: number, place: number) =>
  endpointQuery(
    getDirectMessages,
    { user, conversant, limit: OLDER_MESSAGES_LIMIT, before },
    [...olderMessagesKey(user, conversant), before],
    { overlay: overlayOlder, reads: changeReads, isFleeting: place >= PAGES_STORED, isImmutable: true },
  )
