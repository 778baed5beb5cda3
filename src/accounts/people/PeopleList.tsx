import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import type { Pages } from '#src/cache/usePages.ts'
import { listRole } from '#src/ui/list-role.ts'
import { useElementTop } from '#src/ui/useElementTop.ts'
import { useRowKey } from '#src/ui/useRowKey.ts'
import type { Listed } from './overlay.ts'
import * as css from './PeopleList.css.ts'
import { PersonRow } from './PersonRow.tsx'

const ROW_PX = 69
const ENOUGH_AHEAD = 30
const getName = ({ name }: Listed) => name

interface PeopleListProps {
  label: string
  people: Pages<Listed>
  failed: string
}

/** Renders only the people in view, so that ten thousand scroll like ten. */
export function PeopleList({ label, people, failed }: PeopleListProps) {
  const { items, hasMore, isLoadingMore, loadMore } = people
  const list = useRef<HTMLUListElement>(null)
  const top = useElementTop(list)
  const getItemKey = useRowKey(items, getName)
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: top,
    getItemKey,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = hasMore && !isLoadingMore && last >= items.length - ENOUGH_AHEAD
  useEffect(() => {
    if (isNearEnd) loadMore()
    // `loadMore` changes with every render; the effect depends on the position alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNearEnd, items.length])

  return (
    <>
      <ul {...listRole} ref={list} aria-label={label} className={css.list} style={{ blockSize: rows.getTotalSize() }}>
        {shown.map((row) => {
          const person = items[row.index]
          return person ? (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              data-row={row.key}
              aria-posinset={row.index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              className={css.place}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              <PersonRow person={person} isStill={!rows.isScrolling} />
            </li>
          ) : null
        })}
      </ul>
      {hasMore && (
        <div className={css.foot}>
          <PagesFoot pages={people} failed={failed} />
        </div>
      )}
    </>
  )
}
