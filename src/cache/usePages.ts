import { useState } from 'react'
import type { LiveQuery } from './live.ts'
import { mergePages, type OlderPage, type Paged } from './merge-pages.ts'
import { useLives } from './useLives.ts'

/** A list as far as it has been asked for. */
export interface Pages<T> {
  items: T[]
  /** There may be more below. */
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/** The rows of a list's head, and older pages one by one as a person scrolls; `older` reads what stands below an id. */
export function usePages<A, T extends Paged>(
  head: readonly T[],
  older: (before: number, place: number) => LiveQuery<A, T[]>,
): Pages<T> {
  const [cursors, setCursors] = useState<readonly number[]>([])
  const lives = useLives(cursors.map((before, place) => older(before, place)))
  const pages = lives.map(
    ({ value, error }, place): OlderPage<T> => ({
      before: cursors[place] ?? 0,
      items: value,
      isFailed: error !== null && value === undefined,
    }),
  )
  const merged = mergePages(head, pages)

  const loadMore = () => {
    const failed = lives.find(({ error, value, isAsking }) => error !== null && value === undefined && !isAsking)
    if (failed) void failed.askAgain()
    else if (merged.next !== undefined) setCursors([...merged.used, merged.next])
  }
  return { items: merged.items, hasMore: merged.hasMore, isLoadingMore: merged.isLoading, loadMore }
}
