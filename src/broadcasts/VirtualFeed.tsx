import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import * as css from './FeedList.css.ts'
import type { FeedListProps } from './FeedList.tsx'

const ROW_PX = 190
const ENOUGH_AHEAD = 10

/** Draws only the broadcasts in sight: ten thousand scroll like ten. Page Up and Down move from one to the next. */
export function VirtualFeed({ items, renderItem, hasMore, isLoadingMore, onEnd }: FeedListProps) {
  const list = useRef<HTMLDivElement>(null)
  const top = useTopOf(list)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => items[index]?.id ?? index,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = hasMore && !isLoadingMore && last >= items.length - ENOUGH_AHEAD
  useEffect(() => {
    if (isNearEnd) onEnd()
    // `onEnd` changes with every render; what matters is that the end has come near.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNearEnd, items.length])

  return (
    <>
      {/* The feed pattern's keys belong to the feed, whose articles take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={list}
        role="feed"
        aria-label="Broadcasts"
        aria-busy={isLoadingMore}
        className={css.feed}
        onKeyDown={moveByPage}
        style={{ blockSize: rows.getTotalSize() }}
      >
        {shown.map((row) => {
          const item = items[row.index]
          return item ? (
            <article
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              className={css.row}
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
      <FeedFoot {...{ hasMore, isLoadingMore, onEnd }} />
    </>
  )
}

function FeedFoot({ hasMore, isLoadingMore, onEnd }: Pick<FeedListProps, 'hasMore' | 'isLoadingMore' | 'onEnd'>) {
  if (!hasMore) return null
  return (
    <div className={css.foot}>
      {isLoadingMore ? (
        'Loading more...'
      ) : (
        <Button variant="text" onClick={onEnd}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** Where the list begins in the document: what stands above it may change. */
function useTopOf(list: React.RefObject<HTMLDivElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

/** The feed pattern's keys (WAI-ARIA Authoring Practices). */
function moveByPage(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0
  const here = (event.target as Element).closest('article') // the target of a key is the focused element
  if (step === 0 || !here) return
  const index = Number(here.dataset['index']) + step
  const next = event.currentTarget.querySelector<HTMLElement>(`article[data-index="${index}"]`)
  if (!next) return
  event.preventDefault()
  next.focus()
}
