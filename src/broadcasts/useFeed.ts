import { useState } from 'react'
import { type Live, useLive, useLives } from '#src/cache/useLive.ts'
import { mergeFeed, type OlderPage } from './merge-feed.ts'
import type { FeedItem } from './overlay.ts'
import { feedQuery, olderBroadcastsQuery } from './queries.ts'

export interface Feed {
  head: Live<FeedItem[]>
  items: FeedItem[]
  /** There may be more below. */
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/** The feed: its newest page, and older pages one by one as a person scrolls. */
export function useFeed(member: string | null): Feed {
  const head = useLive(feedQuery(member))
  const [cursors, setCursors] = useState<readonly number[]>([])
  const lives = useLives(cursors.map((before, place) => olderBroadcastsQuery(member, before, place)))
  const pages = lives.map(
    ({ value, error }, place): OlderPage => ({
      before: cursors[place] ?? 0,
      items: value,
      isFailed: error !== null && value === undefined,
    }),
  )
  const merged = mergeFeed(head.value ?? [], pages)

  const loadMore = () => {
    const failed = lives.find(({ error, value, isAsking }) => error !== null && value === undefined && !isAsking)
    if (failed) void failed.askAgain()
    else if (merged.next !== undefined) setCursors([...merged.used, merged.next])
  }
  return { head, items: merged.items, hasMore: merged.hasMore, isLoadingMore: merged.isLoading, loadMore }
}
