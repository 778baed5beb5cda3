import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useEarlierHeights, useNotedHeights } from '#src/ui/row-heights.ts'
import { useElementTop } from '#src/ui/useElementTop.ts'
import { useRowKey } from '#src/ui/useRowKey.ts'
import type { HistoryItem } from './history.ts'
import { getSwapId } from './overlay.ts'
import { SwapCard } from './SwapCard.tsx'
import * as css from './SwapHistory.css.ts'

const ROW_PX = 170
const getKey = ({ swap }: HistoryItem) => getSwapId(swap)

/** Renders only the swaps in view, so that ten thousand scroll like ten. */
export function VirtualSwaps({ items, member }: { items: readonly HistoryItem[]; member: string }) {
  const list = useRef<HTMLUListElement>(null)
  const top = useElementTop(list)
  const initialMeasurementsCache = useEarlierHeights('swaps')
  const getItemKey = useRowKey(items, getKey)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used (decision 0004)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: 6,
    scrollMargin: top,
    getItemKey,
    initialMeasurementsCache,
  })
  useNotedHeights('swaps', rows)
  return (
    // Safari drops the list role of a list without markers.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul ref={list} role="list" aria-label="Track swaps" className={css.list} style={{ blockSize: rows.getTotalSize() }}>
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
}
