import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { liveOptions } from '#src/cache/live.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { pendingOver } from '#src/offline/pending.ts'
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
  const outbox = useOutboxSnapshot()
  const results = useQueries({
    queries: cursors.map((before, place) => liveOptions(olderBroadcastsQuery(member, before, place))),
  })
  const pages = results.map(({ data, isError }, place): OlderPage => {
    const query = olderBroadcastsQuery(member, cursors[place] ?? 0, place)
    return {
      before: cursors[place] ?? 0,
      items: data && query.overlay(data.answer, pendingOver(outbox, data.askedAtRev)),
      isFailed: isError && data === undefined,
    }
  })
  const merged = mergeFeed(head.value ?? [], pages)

  const loadMore = () => {
    const failed = results.find(({ isError, data }) => isError && data === undefined)
    if (failed) void failed.refetch()
    else if (merged.next !== undefined) setCursors([...merged.used, merged.next])
  }
  return { head, items: merged.items, hasMore: merged.hasMore, isLoadingMore: merged.isLoading, loadMore }
}
