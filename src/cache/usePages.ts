import { useState } from 'react'
import { type Cursor, isServerId } from '#contract/page.ts'
import { readEntryList, useEntryList } from '#src/ui/entry-state.ts'
import { type HiddenRow, shownRows } from './hidden-row.ts'
import type { LiveQuery } from './live.ts'
import { closeGap, mergePages, type OlderPage, type Paged, type PageLengths } from './merge-pages.ts'
import { useLives } from './useLives.ts'

/** The loaded part of a list, without hidden rows. */
export interface Pages<T> {
  items: T[]
  hasMore: boolean
  /** The number of pages below the head, with the one that is loading. */
  olderCount: number
  isLoadingMore: boolean
  error: unknown
  /** Requests the next page. Does nothing after a failure: an effect may call it. */
  loadMore: () => void
  /** Requests a failed page once more: for a button. */
  retry: () => void
}

interface PagesOptions {
  /** Set for lists in which a page shorter than requested is the last one. */
  lengths?: PageLengths
  /** Requests all pages, for lists that are counted or searched on the device. */
  isEager?: boolean
  /** The list's name, if a screen shows one of several. */
  name?: string
  /** False: returning to the history entry starts at the head. */
  isRestored?: boolean
}

/** The most pages that are read at once on returning to a history entry. */
const MOST_RESTORED = 20
/** The cursors' name in the state of a history entry, unless the list has its own. */
const ENTRY_LIST = 'pages'

type CursorOf<T extends Paged> = NonNullable<T['id']>

/** Returns the stored cursors that the server accepts. */
const readCursors = (name: string) => (readEntryList(name) ?? []).filter(isServerId)

/** Returns a list's rows: its head, and older pages on scrolling, restored with the history entry. */
export function usePages<A, T extends Paged>(
  head: readonly T[],
  older: (before: CursorOf<T>, place: number) => LiveQuery<A, T[]>,
  { lengths, isEager = false, name = ENTRY_LIST, isRestored = true }: PagesOptions = {},
): Pages<Exclude<T, HiddenRow<Cursor>>> {
  const [cursors, setCursors] = useState<readonly Cursor[]>(() => (isRestored ? readCursors(name) : []))
  useEntryList(name, () => (isRestored ? cursors.slice(0, MOST_RESTORED) : []))
  const read = closeGap(head, cursors)
  const lives = useLives(read.map((before, place) => older(before as CursorOf<T>, place)))
  const pages = lives.map(
    ({ value, error }, place): OlderPage<T> => ({
      before: read[place] ?? 0,
      items: value,
      isFailed: error !== null && value === undefined,
    }),
  )
  const { items, used, hasMore, isLoading, next } = mergePages(head, pages, { hasBridge: read !== cursors, lengths })
  if (isEager && next !== undefined) setCursors([...used, next])
  const failed = lives.slice(0, used.length).find(({ error, value }) => error !== null && value === undefined)
  return {
    items: shownRows(items),
    hasMore,
    olderCount: used.length,
    isLoadingMore: isLoading || failed?.isFetching === true,
    error: failed?.error ?? null,
    loadMore: () => {
      if (next !== undefined) setCursors([...used, next])
    },
    retry: () => void failed?.refetch(),
  }
}
