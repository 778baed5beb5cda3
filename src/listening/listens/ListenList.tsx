import { useMemo } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { PagedList } from '#src/cache/PagedList.tsx'
import { useLive } from '#src/cache/useLive.ts'
import type { Pages } from '#src/cache/usePages.ts'
import { Heading } from '#src/ui/Text.tsx'
import { ListedTracks } from '../listen-links/ListedTracks.tsx'
import { isLovedTrack } from '../loved/overlay.ts'
import { lovedIdsQuery } from '../loved/queries.ts'
import { groupByDay, type ListEntry } from './group-by-day.ts'
import { ListenRow, toListenedTrack } from './ListenRow.tsx'
import { heading } from './Listens.css.ts'
import type { ListenItem } from './overlay.ts'

const toKey = ({ key }: ListEntry) => key
const toHeight = (entry: ListEntry) => ('heading' in entry ? 44 : 77)

interface ListenListProps {
  user: string
  pages: Pages<ListenItem>
  /** Stable, so that rows do not render again. */
  onMore: ((listen: ListenItem) => void) | undefined
}

/** Listens under the days on which they were played. */
export function ListenList({ user, pages, onMore }: ListenListProps) {
  const { items } = pages
  const entries = useMemo(() => groupByDay(items), [items])
  const { member } = useSession()
  const { value: loved } = useLive(lovedIdsQuery(member ?? ''), { enabled: member !== null })
  return (
    <ListedTracks getTracks={() => items.map(toListenedTrack)}>
      <PagedList label="Listens" items={entries} failed="Failed to load listens" {...{ pages, toKey, toHeight }}>
        {(entry) =>
          'heading' in entry ? (
            <div className={heading}>
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
          )
        }
      </PagedList>
    </ListedTracks>
  )
}
