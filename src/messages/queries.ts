import { type Conversation, getConversations } from '#contract/messages.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Whom a member talks with, latest first. */
export const conversationsQuery = (user: string) =>
  liveQuery({
    queryKey: ['messages', 'conversations', user],
    ask: (signal) => exchange(getConversations, { user }, { signal }),
    overlay: latestFirst,
  })

const latestFirst = ({ conversations }: { conversations: Conversation[] }) =>
  conversations.toSorted((a, b) => b.lastconversation.localeCompare(a.lastconversation))
