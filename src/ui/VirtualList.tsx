import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { listRole } from './list-role.ts'
import { useEarlierHeights, useNotedHeights } from './row-heights.ts'
import { useElementTop } from './useElementTop.ts'
import { useRowKey } from './useRowKey.ts'
import * as css from './VirtualList.css.ts'

const OVERSCAN = 8
/** Further rows are requested when fewer than these are left. */
const ENOUGH_AHEAD = 40

export interface VirtualListProps<T> {
  label: string
  items: readonly T[]
  /** Must be the same function at every render. */
  toKey: (item: T) => Key
  /** Estimates a row's height in px. */
  toHeight: (item: T) => number
  /** The list's name in its history entry, which restores the measured heights of rows with numeric keys. */
  name?: string
  /** Where further rows come from: requested before the last one is in view. */
  pages?: { readonly hasMore: boolean; readonly isLoadingMore: boolean; readonly loadMore: () => void }
  children: (item: T, isScrolling: boolean) => ReactNode
}

/** Renders only the rows in view, so that ten thousand scroll like ten. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const top = useElementTop(list)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used (decision 0004)
  const rows = useWindowVirtualizer(useOptions(props, top))
  return <Rows {...props} {...{ list, rows, top }} />
}

/** The same list in an aside, which scrolls on its own. */
export function VirtualListAside<T>(props: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const top = useTopInAside(list)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used (decision 0004)
  const rows = useVirtualizer({
    ...useOptions(props, top),
    getScrollElement: () => list.current?.closest('aside') ?? null,
  })
  return <Rows {...props} {...{ list, rows, top }} />
}

function useOptions<T>({ items, toKey, toHeight, name }: VirtualListProps<T>, top: number) {
  return {
    count: items.length,
    estimateSize: (index: number) => (items[index] === undefined ? 0 : toHeight(items[index])),
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: useRowKey(items, toKey),
    initialMeasurementsCache: useEarlierHeights(name),
  }
}

/** Returns where an element begins in the content of its aside, in px. */
function useTopInAside(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const aside = element.current?.closest('aside')
    if (!element.current || !aside) return
    const list = element.current
    const measure = () =>
      setTop(Math.round(list.getBoundingClientRect().top - aside.getBoundingClientRect().top + aside.scrollTop))
    measure()
    const observer = new ResizeObserver(measure)
    for (const part of aside.children) observer.observe(part)
    return () => observer.disconnect()
  }, [element])
  return top
}

interface RowsProps<T> extends VirtualListProps<T> {
  list: RefObject<HTMLUListElement | null>
  rows: Pick<
    ReturnType<typeof useWindowVirtualizer>,
    'getTotalSize' | 'getVirtualItems' | 'isScrolling' | 'measureElement' | 'takeSnapshot'
  >
  top: number
}

function Rows<T>({ list, rows, top, label, items, name, pages, children }: RowsProps<T>) {
  useNotedHeights(name, rows)
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = pages?.hasMore === true && !pages.isLoadingMore && last >= items.length - ENOUGH_AHEAD
  useEffect(() => {
    if (isNearEnd) pages?.loadMore()
    // `loadMore` changes with every render; the effect depends on the position alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNearEnd, items.length])

  return (
    <ul {...listRole} ref={list} aria-label={label} className={css.list} style={{ blockSize: rows.getTotalSize() }}>
      {shown.map((row) => {
        const item = items[row.index]
        return item === undefined ? null : (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            data-row={row.key}
            className={css.row}
            aria-posinset={row.index + 1}
            aria-setsize={pages?.hasMore ? -1 : items.length}
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {children(item, rows.isScrolling)}
          </li>
        )
      })}
    </ul>
  )
}
