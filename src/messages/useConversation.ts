import { type Live, useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import type { ShownMessage } from './overlay.ts'
import { conversationQuery, LATEST_LIMIT, OLDER_MESSAGES_LIMIT, olderMessagesQuery } from './queries.ts'

/** Spec section 9. */
const POLL_EVERY_MS = 5000
const LENGTHS = { head: LATEST_LIMIT, older: OLDER_MESSAGES_LIMIT }
const NO_MESSAGES: readonly ShownMessage[] = []

export interface ConversationRead {
  latest: Live<ShownMessage[]>
  /** Oldest first. */
  messages: ShownMessage[]
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
  const { items, hasMore, error, isLoadingMore, loadMore, retry } = usePages(
    latest.value?.toReversed() ?? NO_MESSAGES,
    (before, place) => olderMessagesQuery(member, conversant, before, place),
    { lengths: LENGTHS, isRestored: false },
  )
  return {
    latest,
    messages: items.toReversed(),
    loadOlder: hasMore && error === null ? loadMore : undefined,
    retryOlder: error === null ? undefined : retry,
    isOlderLoading: isLoadingMore,
  }
}
