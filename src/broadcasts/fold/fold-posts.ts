import type { FeedItem } from '../overlay.ts'

/** Consecutive posts by System, shown as one row until it is opened. */
export interface PostFold {
  /** Half above the id of its newest post: unique, and stable while older posts join. */
  id: number
  posts: readonly FeedItem[]
  isOpen: boolean
}

/** A broadcast, or a fold with System's posts, which follow it if it is open. */
export type FeedEntry = FeedItem | PostFold

export const isFold = (row: FeedEntry): row is PostFold => 'posts' in row

/** Returns whether System posted an activity; a track that it shared would be a broadcast. */
export const isSystemPost = ({ user, type }: Pick<FeedItem, 'user' | 'type'>) => user === 'System' && type !== 'Track'

const FEWEST = 2

/** Folds runs of System's posts. A fold is open if `open` contains one of its post ids. */
export function foldPosts(items: readonly FeedItem[], open: ReadonlySet<number>): FeedEntry[] {
  const rows: FeedEntry[] = []
  let run: FeedItem[] = []
  const endRun = () => {
    rows.push(...toRows(run, open))
    run = []
  }
  for (const item of items) {
    if (isSystemPost(item)) run.push(item)
    else {
      endRun()
      rows.push(item)
    }
  }
  endRun()
  return rows
}

function toRows(posts: readonly FeedItem[], open: ReadonlySet<number>): readonly FeedEntry[] {
  const [newest] = posts
  if (!newest || posts.length < FEWEST) return posts
  const isOpen = posts.some(({ id }) => open.has(id))
  const fold: PostFold = { id: newest.id + 0.5, posts, isOpen }
  return isOpen ? [fold, ...posts] : [fold]
}
