import { type ReactNode, useDeferredValue } from 'react'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import * as css from './FeedList.css.ts'
import { FeedRow } from './FeedRow.tsx'
import { foldPosts, isFold } from './fold/fold-posts.ts'
import { PostFoldRow } from './fold/PostFoldRow.tsx'
import { type OpenFolds, useOpenFolds } from './fold/useOpenFolds.ts'
import type { FeedItem } from './overlay.ts'
import { useIsShown } from './useIsShown.ts'

/** Items on a phone's first screen; the virtual list renders the rest. */
const FIRST = 6
const fullFeed = async () => (await import('./FullFeed.tsx')).FullFeed

interface FeedListProps {
  /** Includes items that are not shown. */
  items: readonly (FeedItem | HiddenRow)[]
  isFollowing: boolean
  /** Shown until the first items are rendered in slices. Without it they render at once. */
  loading?: ReactNode
}

/** The first broadcasts render at once, the virtual list once its code has loaded. */
export function FeedList({ loading, ...feed }: FeedListProps) {
  const isDue = useDeferredValue(true, loading === undefined)
  return isDue ? <DueFeed {...feed} /> : loading
}

function DueFeed({ items, isFollowing }: Omit<FeedListProps, 'loading'>) {
  const folds = useOpenFolds()
  return (
    <LazyComponent
      load={fullFeed}
      props={{ newest: items, folds, isFollowing }}
      fallback={<FirstScreen items={items} folds={folds} />}
    />
  )
}

function FirstScreen({ items, folds }: { items: readonly (FeedItem | HiddenRow)[]; folds: OpenFolds }) {
  const entries = foldPosts(shownRows(items).filter(useIsShown()), folds.open)
  return (
    <div role="feed" aria-label="Broadcasts" aria-busy="true" className={css.feed}>
      {entries.slice(0, FIRST).map((entry, index) => (
        <article key={entry.id} className={css.row} aria-posinset={index + 1} aria-setsize={entries.length}>
          {isFold(entry) ? <PostFoldRow fold={entry} onToggle={() => folds.toggle(entry)} /> : <FeedRow item={entry} />}
        </article>
      ))}
    </div>
  )
}
