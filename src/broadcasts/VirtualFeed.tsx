import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import type { Pages } from '#src/cache/usePages.ts'
import { useEarlierHeights, useNotedHeights } from '#src/ui/row-heights.ts'
import { useElementTop } from '#src/ui/useElementTop.ts'
import { useRowKey } from '#src/ui/useRowKey.ts'
import * as css from './FeedList.css.ts'
import { footOfFeed, moveInFeed } from './feed-keys.ts'
import type { FeedEntry } from './fold/fold-posts.ts'
import { useFocusInFeed } from './useFocusInFeed.ts'

interface VirtualFeedProps {
  pages: Pages<unknown>
  items: readonly FeedEntry[]
  renderItem: (item: FeedEntry) => ReactNode
}

const ROW_PX = 276
/** Rows left when the next page is requested, so that rows do not run out. */
const ENOUGH_AHEAD = 25
/** After this many pages in a row without a new row (folded or hidden), a button loads the next. */
const MOST_BARREN = 3
const getId = ({ id }: FeedEntry) => id
/** Rows rendered above and below the visible ones: first and then, in slices. */
const FIRST_OVERSCAN = 1
const OVERSCAN = 6

/** Page Up and Down move from one broadcast to the next. */
export function VirtualFeed({ pages, items, renderItem }: VirtualFeedProps) {
  const { hasMore, isLoadingMore, loadMore, olderCount } = pages
  const list = useRef<HTMLDivElement>(null)
  const top = useElementTop(list)
  const focused = useFocusInFeed(list, items)
  const initialMeasurementsCache = useEarlierHeights('feed')
  const getItemKey = useRowKey(items, getId)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: useDeferredValue(OVERSCAN, FIRST_OVERSCAN),
    // Known before the layout: otherwise all rows are rendered in the task that measures the window.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    initialMeasurementsCache,
    getItemKey,
    rangeExtractor: (range) => withRow(range, focused.index),
    // A commit inside each scroll event would combine both into one long task.
    useFlushSync: false,
  })
  useNotedHeights('feed', rows)
  const shown = rows.getVirtualItems()
  const last = rows.range?.endIndex ?? 0
  const isNearEnd = hasMore && !isLoadingMore && last >= items.length - ENOUGH_AHEAD
  const barren = useRef({ length: items.length, pages: 0 })
  useEffect(() => {
    if (!isNearEnd) return
    const { length, pages: count } = barren.current
    barren.current = { length: items.length, pages: items.length > length ? 0 : count + 1 }
    if (barren.current.pages <= MOST_BARREN) loadMore()
    // `loadMore` changes with every render; the effect depends on the list's end alone. A stored page
    // that adds no row changes only the number of pages.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNearEnd, items.length, olderCount])

  return (
    <>
      {/* The feed pattern's keys belong to the feed; its articles take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={list}
        role="feed"
        aria-label="Broadcasts"
        aria-busy={isLoadingMore}
        className={pages.error === null && hasMore ? css.openFeed : css.feed}
        onKeyDown={moveInFeed}
        onFocus={focused.onFocus}
        onBlur={focused.onBlur}
        style={{ blockSize: rows.getTotalSize() }}
      >
        {shown.map((row) => {
          const item = items[row.index]
          return item ? (
            <article
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              data-row={row.key}
              className={css.placedRow}
              tabIndex={-1}
              aria-posinset={row.index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              {renderItem(item)}
            </article>
          ) : null
        })}
      </div>
      {hasMore && (
        <div className={css.foot} {...footOfFeed}>
          <PagesFoot pages={pages} failed="Failed to load broadcasts" />
        </div>
      )}
    </>
  )
}

/** Returns the visible rows, and the focused one, which must stay mounted. */
function withRow(range: Range, row: number | undefined): number[] {
  const rows = defaultRangeExtractor(range)
  if (row === undefined || rows.includes(row)) return rows
  return [...rows, row].toSorted((a, b) => a - b)
}
