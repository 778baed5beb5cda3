import { type ReactNode, type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Later } from '#src/ui/Later.tsx'
import { whenPainted } from '#src/ui/when-painted.ts'
import { type DrawnFeed, readDrawn, readEarlierFeed } from './drawn-feed.ts'
import * as css from './FeedList.css.ts'
import { FeedRow } from './FeedRow.tsx'
import { foldPosts, isFold } from './fold/fold-posts.ts'
import { PostFoldRow } from './fold/PostFoldRow.tsx'
import { type OpenFolds, useOpenFolds } from './fold/useOpenFolds.ts'
import type { FeedItem } from './overlay.ts'
import { useIsShown } from './useIsShown.ts'

/** What a phone's first screen can hold; the rest comes with the list that draws only what is in sight. */
const FIRST = 6
const fullFeed = async () => (await import('./FullFeed.tsx')).FullFeed

const NOWHERE: DrawnFeed = { top: 0, heights: new Map() }

interface FeedListProps {
  /** Those that are not shown too. */
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
  const list = useRef<HTMLDivElement>(null)
  const drawn = useDrawn(list)
  const folds = useOpenFolds()
  return (
    <Later
      load={fullFeed}
      props={{ newest: items, drawn: drawn ?? NOWHERE, folds }}
      isWanted={drawn !== undefined}
      fallback={<FirstScreen list={list} items={items} folds={folds} />}
    />
  )
}

/**
 * Where the first broadcasts are once they are painted: there the scrolling list continues. A feed that is returned to has to be as long
 * as it was left before it can be scrolled, so it begins with the heights that were noted.
 */
function useDrawn(list: RefObject<HTMLElement | null>): DrawnFeed | undefined {
  const [earlier] = useState(readEarlierFeed)
  const [drawn, setDrawn] = useState(earlier)
  useEffect(
    () =>
      whenPainted(() => {
        if (!list.current) return
        const { top, heights } = readDrawn(list.current)
        setDrawn({ top, heights: new Map([...(earlier?.heights ?? []), ...heights]) })
      }),
    [earlier, list],
  )
  return drawn
}

interface FirstScreenProps {
  list: RefObject<HTMLDivElement | null>
  items: readonly FeedItem[]
  folds: OpenFolds
}

function FirstScreen({ list, items, folds }: FirstScreenProps) {
  const entries = foldPosts(items.filter(useIsShown()), folds.open)
  return (
    <div ref={list} role="feed" aria-label="Broadcasts" aria-busy="true" className={css.feed}>
      {entries.slice(0, FIRST).map((entry, index) => (
        <article key={entry.id} data-id={entry.id} aria-posinset={index + 1} aria-setsize={entries.length}>
          {isFold(entry) ? <PostFoldRow fold={entry} onToggle={() => folds.toggle(entry)} /> : <FeedRow item={entry} />}
        </article>
      ))}
    </div>
  )
}
