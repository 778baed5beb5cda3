import { useState } from 'react'
import type { DirectMessage } from '#contract/messages/messages.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { useLives } from '#src/cache/useLives.ts'
import { joinMessages } from './join-messages.ts'
import type { ShownMessage } from './overlay.ts'
import { conversationQuery, LATEST_LIMIT, OLDER_MESSAGES_LIMIT, olderMessagesQuery } from './queries.ts'

/** Spec section 9. */
const POLL_EVERY_MS = 5000
const LIMITS = { latest: LATEST_LIMIT, older: OLDER_MESSAGES_LIMIT }

export interface ConversationRead {
  latest: Live<ShownMessage[]>
  messages: (ShownMessage | DirectMessage)[]
  /** Loads the page above; undefined at the beginning of the conversation, and after a failure. */
  loadOlder: (() => void) | undefined
  /** Retries the failed page, for a button. */
  retryOlder: (() => void) | undefined
  isOlderLoading: boolean
}

/**
 * Returns a conversation: its latest messages, polled while the page is visible, and older ones
 * page by page as the user scrolls up.
 */
export function useConversation(member: string, conversant: string): ConversationRead {
  const latest = useLive(conversationQuery(member, conversant), { everyMs: POLL_EVERY_MS })
  const [cursors, setCursors] = useState<readonly number[]>([])
  const lives = useLives(cursors.map((before, place) => olderMessagesQuery(member, conversant, before, place)))
  const pages = lives.map(({ value, error }, place) => ({
    before: cursors[place] ?? 0,
    messages: value,
    isFailed: error !== null && value === undefined,
  }))
  const { messages, used, next, hasMore, isFailed } = joinMessages(latest.value ?? [], pages, LIMITS)

  const failed = isFailed ? lives.find(({ error, value }) => error !== null && value === undefined) : undefined
  const loadOlder = () => {
    if (next !== undefined) setCursors([...used, next])
  }
  return {
    latest,
    messages,
    loadOlder: hasMore && !failed ? loadOlder : undefined,
    retryOlder: failed && (() => void failed.askAgain()),
    isOlderLoading: lives.some(({ isAsking }) => isAsking),
  }
}
