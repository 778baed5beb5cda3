import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DAY_MS } from '#contract/durations.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { replaceChanged } from './join-messages.ts'
import type { ShownMessage } from './overlay.ts'
import {
  conversationQuery,
  LATEST_LIMIT,
  OLDER_MESSAGES_LIMIT,
  olderMessagesKey,
  olderMessagesQuery,
} from './queries.ts'

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
  retryOlder: (() => void) | undefined
  isOlderLoading: boolean
}

export function useConversation(member: string, conversant: string): ConversationRead {
  useDailyOlderPages(member, conversant)
  const live = useLive(conversationQuery(member, conversant), { everyMs: POLL_EVERY_MS })
  const latest = { ...live, value: live.value?.messages }
  const { items, hasMore, error, isLoadingMore, loadMore, retry } = usePages(
    latest.value?.toReversed() ?? NO_MESSAGES,
    (before, place) => olderMessagesQuery(member, conversant, before, place),
    { lengths: LENGTHS, isRestored: false },
  )
  return {
    latest,
    messages: replaceChanged(items, live.value?.changed ?? NO_MESSAGES).toReversed(),
    loadOlder: hasMore && error === null ? loadMore : undefined,
    retryOlder: error === null ? undefined : retry,
    isOlderLoading: isLoadingMore,
  }
}

/** Requests older pages again after a day: the latest page has the changes of two days only. */
function useDailyOlderPages(member: string, conversant: string) {
  const client = useQueryClient()
  useEffect(() => {
    const queryKey = olderMessagesKey(member, conversant)
    const isOld = ({ state }: { state: { dataUpdatedAt: number } }) => Date.now() - state.dataUpdatedAt > DAY_MS
    void client.invalidateQueries({ queryKey, predicate: isOld, refetchType: 'none' })
  }, [client, member, conversant])
}
