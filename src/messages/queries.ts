import { type Conversation, getConversations, getDirectMessages } from '#contract/messages.ts'
import { nameKey } from '#contract/names.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { Pending } from '#src/offline/pending.ts'
import { overlayConversations, overlayMessages } from './overlay.ts'

/** Whom a member talks with, latest first. */
export const conversationsQuery = (user: string) =>
  liveQuery({
    queryKey: ['messages', 'conversations', user],
    ask: (signal) => exchange(getConversations, { user }, { signal }),
    overlay: overlayAll,
  })

const overlayAll = ({ conversations }: { conversations: Conversation[] }, pending: Pending) =>
  overlayConversations(conversations, pending)

/** A member's conversation with another, oldest first. */
export const conversationQuery = (user: string, conversant: string) =>
  liveQuery({
    queryKey: ['messages', 'conversation', user, nameKey(conversant)],
    ask: (signal) => exchange(getDirectMessages, { user, conversant }, { signal }),
    overlay: ({ directMessages }, pending) => overlayMessages(conversant, directMessages, pending),
  })
