import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { useLive } from '#src/cache/useLive.ts'
import type { Pages } from '#src/cache/usePages.ts'
import { listRole } from '#src/ui/list-role.ts'
import { Heading } from '#src/ui/Text.tsx'
import { useElementTop } from '#src/ui/useElementTop.ts'
import { useRowKey } from '#src/ui/useRowKey.ts'
import { ListedTracks } from '../listen-links/ListedTracks.tsx'
import { isLovedTrack } from '../loved/overlay.ts'
import { lovedIdsQuery } from '../loved/queries.ts'
import { groupByDay, type ListEntry } from './group-by-day.ts'
import { ListenRow, toListenedTrack } from './ListenRow.tsx'
import * as css from './Listens.css.ts'
import type { ListenItem } from './overlay.ts'

const ROW_PX = 77
const HEADING_PX = 44
const ENOUGH_AHEAD = 40
const getKey = ({ key }: ListEntry) => key

interface ListenListProps {
  user: string
  pages: Pages<ListenItem>
  /** Stable, so that rows do not render again. */
  onMore: ((listen: ListenItem) => void) | undefined
}

/** Renders only the listens in view, so that ten thousand scroll like ten. */
export function ListenList({ user, pages, onMore }: ListenListProps) {
  const { items, hasMore, isLoadingMore, loadMore } = pages
  const entries = useMemo(() => groupByDay(items, new Date()), [items])
  const { member } = useSession()
  const { value: loved } = useLive(lovedIdsQuery(member ?? ''), { enabled: member !== null })
  const list = useRef<HTMLUListElement>(null)
  const top = useElementTop(list)
  const getItemKey = useRowKey(entries, getKey)
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used (decision 0004)
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index] && 'heading' in entries[index] ? HEADING_PX : ROW_PX),
    overscan: 8,
    scrollMargin: top,
    getItemKey,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const isNearEnd = hasMore && !isLoadingMore && last >= entries.length - ENOUGH_AHEAD
  useEffect(() => {
    if (isNearEnd) loadMore()
    // `loadMore` changes with every render; the effect depends on the position alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNearEnd, entries.length])

  return (
    <ListedTracks getTracks={() => items.map(toListenedTrack)}>
      <ul {...listRole} ref={list} aria-label="Listens" className={css.list} style={{ blockSize: rows.getTotalSize() }}>
        {shown.map((row) => {
          const entry = entries[row.index]
          return entry ? (
            <li
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              data-row={row.key}
              className={css.place}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              {'heading' in entry ? (
                <div className={css.heading}>
                  <Heading level={2} look="row">
                    {entry.heading}
                  </Heading>
                </div>
              ) : (
                <ListenRow
                  user={user}
                  listen={entry.listen}
                  isLoved={loved != null && isLovedTrack(loved, { ...entry.listen, id: entry.listen.track_id || null })}
                  onMore={onMore}
                />
              )}
            </li>
          ) : null
        })}
      </ul>
      {hasMore && (
        <div className={css.foot}>
          <PagesFoot pages={pages} failed="Failed to load listens" />
        </div>
      )}
    </ListedTracks>
  )
}
