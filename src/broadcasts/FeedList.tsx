import { lazy, Suspense } from 'react'
import { useAfterPaint } from '#src/ui/useAfterPaint.ts'
import * as css from './FeedList.css.ts'
import type { FeedItem } from './overlay.ts'

export interface FeedListProps {
  items: readonly FeedItem[]
  renderItem: (item: FeedItem) => React.ReactNode
  hasMore: boolean
  isLoadingMore: boolean
  onEnd: () => void
}

/** What the first screen can hold; the rest comes with the list that draws only what is in sight. */
const FIRST = 12
const VirtualFeed = lazy(async () => ({ default: (await import('./VirtualFeed.tsx')).VirtualFeed }))

/** The broadcasts as a feed (WAI-ARIA): the first ones at once, the scrolling list after the first paint. */
export function FeedList(props: FeedListProps) {
  const isPainted = useAfterPaint()
  const first = <FirstScreen {...props} />
  if (!isPainted) return first
  return (
    <Suspense fallback={first}>
      <VirtualFeed {...props} />
    </Suspense>
  )
}

function FirstScreen({ items, renderItem }: FeedListProps) {
  return (
    <div role="feed" aria-label="Broadcasts" aria-busy="true" className={css.feed}>
      {items.slice(0, FIRST).map((item, index) => (
        <article key={item.id} aria-posinset={index + 1} aria-setsize={items.length}>
          {renderItem(item)}
        </article>
      ))}
    </div>
  )
}
