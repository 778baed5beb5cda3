import { useState } from 'react'
import { readEntryList, useEntryList } from '#src/ui/entry-state.ts'
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

/** Pages that a returned-to history entry reads at once. */
const MOST_RESTORED = 20

/**
 * The rows of a list's head, and older pages one by one as a person scrolls; `older` reads what stands below an id. A history entry that
 * is returned to has the pages that it was left with; `name` is the list's own on its screen.
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
