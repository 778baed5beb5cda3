import { lazy, Suspense } from 'react'
import { useAfterPaint } from '#src/ui/useAfterPaint.ts'
import * as css from './FeedList.css.ts'
import { FeedRow } from './FeedRow.tsx'
import type { FeedItem } from './overlay.ts'

/** What a phone's first screen can hold; the rest comes with the list that draws only what is in sight. */
const FIRST = 6
const FullFeed = lazy(async () => ({ default: (await import('./FullFeed.tsx')).FullFeed }))

/** The broadcasts as a feed (WAI-ARIA): the first ones at once, the scrolling list after the first paint. */
export function FeedList({ items }: { items: readonly FeedItem[] }) {
  const isPainted = useAfterPaint()
  const first = <FirstScreen items={items} />
  if (!isPainted) return first
  return (
    <Suspense fallback={first}>
      <FullFeed newest={items} />
    </Suspense>
  )
}

function FirstScreen({ items }: { items: readonly FeedItem[] }) {
  return (
    <div role="feed" aria-label="Broadcasts" aria-busy="true" className={css.feed}>
      {items.slice(0, FIRST).map((item, index) => (
        <article key={item.id} aria-posinset={index + 1} aria-setsize={items.length}>
          <FeedRow item={item} />
        </article>
      ))}
    </div>
  )
}
