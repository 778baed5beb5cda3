import { useMemo } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { PagedList } from '#src/cache/PagedList.tsx'
import { useLive } from '#src/cache/useLive.ts'
import type { Pages } from '#src/cache/usePages.ts'
import { dayAndDate, toLocalDay } from '#src/ui/dates.ts'
import { Heading } from '#src/ui/Text.tsx'
import { ListedTracks } from '../listen-links/ListedTracks.tsx'
import { isLovedTrack } from '../loved/overlay.ts'
import { lovedIdsQuery } from '../loved/queries.ts'
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

type ListEntry =
  | { readonly key: string; readonly heading: string }
  | { readonly key: string; readonly listen: ListenItem }

/** Returns the listens, newest first, with a heading before the first one on each day. */
function groupByDay(listens: readonly ListenItem[], now = new Date()): ListEntry[] {
  const entries: ListEntry[] = []
  let last = ''
  for (const listen of listens) {
    const at = new Date(listen.listened_at)
    const day = toLocalDay(at)
    if (day !== last) entries.push({ key: day, heading: nameDay(at, now) })
    last = day
    entries.push({ key: listen.id, listen })
  }
  return entries
}

/** Returns 'Today', 'Yesterday', 'Saturday 14 November', or the same with the year. */
function nameDay(at: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (toLocalDay(at) === toLocalDay(now)) return 'Today'
  if (toLocalDay(at) === toLocalDay(yesterday)) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? dayAndDate(at) : `${dayAndDate(at)} ${at.getFullYear()}`
}
