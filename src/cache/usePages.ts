import { useState } from 'react'
import { readEntryList, useEntryList } from '#src/ui/entry-state.ts'
import type { LiveQuery } from './live.ts'
import { mergePages, type OlderPage, type Paged } from './merge-pages.ts'
import { useLives } from './useLives.ts'

/** The loaded part of a list. */
export interface Pages<T> {
  items: T[]
  /** There may be more rows below. */
  hasMore: boolean
  isLoadingMore: boolean
  /** The error of the next page; null without one. */
  error: unknown
  /** Requests the next page. Does nothing after a failure: an effect may call it. */
  loadMore: () => void
  /** Requests a failed page once more: for a button. */
  retry: () => void
}

/** The number of pages that are read at once on returning to a history entry. */
const MOST_RESTORED = 20

/**
 * Returns the rows of a list's head, and older pages one by one on scrolling; `older` reads the
 * rows below an id. Returning to a history entry restores its pages; `name` is unique to the list
 * on its screen.
 */
export function usePages<A, T extends Paged>(
  head: readonly T[],
  older: (before: number, place: number) => LiveQuery<A, T[]>,
  name = 'pages',
): Pages<T> {
  const [cursors, setCursors] = useState(() => readEntryList(name) ?? [])
  useEntryList(name, () => cursors.slice(0, MOST_RESTORED))
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
