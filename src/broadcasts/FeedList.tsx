import { type ReactNode, useDeferredValue } from 'react'
import { Later } from '#src/ui/Later.tsx'
import { useAfterPaint } from '#src/ui/useAfterPaint.ts'
import * as css from './FeedList.css.ts'
import { FeedRow } from './FeedRow.tsx'
import type { FeedItem } from './overlay.ts'

/** What a phone's first screen can hold; the rest comes with the list that draws only what is in sight. */
const FIRST = 6
const fullFeed = async () => (await import('./FullFeed.tsx')).FullFeed

interface FeedListProps {
  items: readonly FeedItem[]
  /** Stays until the first ones are drawn, in slices: an answer is drawn in one piece by itself. Without it they are drawn at once. */
  loading?: ReactNode
}

/** The broadcasts as a feed (WAI-ARIA): the first ones at once, the scrolling list after the first paint. */
export function FeedList({ items, loading }: FeedListProps) {
  const isDue = useDeferredValue(true, loading === undefined)
  return isDue ? <DueFeed items={items} /> : loading
}

function DueFeed({ items }: { items: readonly FeedItem[] }) {
  const isPainted = useAfterPaint()
  return (
    <Later load={fullFeed} props={{ newest: items }} isWanted={isPainted} fallback={<FirstScreen items={items} />} />
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
