import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { listRole } from '#src/ui/list-role.ts'
import { useEarlierHeights, useNotedHeights } from '#src/ui/row-heights.ts'
import { useElementTop } from '#src/ui/useElementTop.ts'
import { useRowKey } from '#src/ui/useRowKey.ts'
import type { HistoryItem } from './history.ts'
import { getSwapId } from './overlay.ts'
import { SwapCard } from './SwapCard.tsx'
import * as css from './SwapHistory.css.ts'

const ROW_PX = 170
const OVERSCAN = 6
const getKey = ({ swap }: HistoryItem) => getSwapId(swap)
const estimateSize = () => ROW_PX

interface VirtualSwapsProps {
  items: readonly HistoryItem[]
  member: string
}

/** Renders only the swaps in view, so that ten thousand scroll like ten. */
export function VirtualSwaps({ items, member }: VirtualSwapsProps) {
  const list = useRef<HTMLUListElement>(null)
  const top = useElementTop(list)
  const initialMeasurementsCache = useEarlierHeights('swaps')
  const getItemKey = useRowKey(items, getKey)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used (decision 0004)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey,
    initialMeasurementsCache,
  })
  useNotedHeights('swaps', rows)
  return <Rows {...{ list, rows, top, items, member }} />
}

/** The same list in an aside, which scrolls on its own. */
export function VirtualSwapsAside({ items, member }: VirtualSwapsProps) {
  const list = useRef<HTMLUListElement>(null)
  const top = useTopInAside(list)
  const initialMeasurementsCache = useEarlierHeights('swaps')
  const getItemKey = useRowKey(items, getKey)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used (decision 0004)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current?.closest('aside') ?? null,
    estimateSize,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey,
    initialMeasurementsCache,
  })
  useNotedHeights('swaps', rows)
  return <Rows {...{ list, rows, top, items, member }} />
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

interface RowsProps extends VirtualSwapsProps {
  list: RefObject<HTMLUListElement | null>
  rows: Pick<ReturnType<typeof useWindowVirtualizer>, 'getTotalSize' | 'getVirtualItems' | 'measureElement'>
  top: number
}

const Rows = ({ list, rows, top, items, member }: RowsProps) => (
  <ul {...listRole} ref={list} aria-label="Track swaps" className={css.list} style={{ blockSize: rows.getTotalSize() }}>
    {rows.getVirtualItems().map((row) => {
      const item = items[row.index]
      return item ? (
        <li
          key={row.key}
          ref={rows.measureElement}
          data-index={row.index}
          data-row={row.key}
          className={css.row}
          aria-posinset={row.index + 1}
          aria-setsize={items.length}
          style={{ transform: `translateY(${row.start - top}px)` }}
        >
          <SwapCard item={item} member={member} />
        </li>
      ) : null
    })}
  </ul>
)
