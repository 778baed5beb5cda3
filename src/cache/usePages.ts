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
  /** Why the next page failed; null while it has not. */
  error: unknown
  /** Requests the next page. Does nothing after a failure: an effect may call it. */
  loadMore: () => void
  /** Requests a page that failed once more: for a button. */
  retry: () => void
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

  const { items, used, hasMore, isLoading, next } = merged
  const failed = lives.slice(0, used.length).find(({ error, value }) => error !== null && value === undefined)
  return {
    items,
    hasMore,
    isLoadingMore: isLoading || failed?.isAsking === true,
    error: failed?.error ?? null,
    loadMore: () => {
      if (next !== undefined) setCursors([...used, next])
    },
    retry: () => void failed?.askAgain(),
  }
}
