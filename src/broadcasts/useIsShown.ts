import { isSystemPost } from './fold/fold-posts.ts'
import { useHidesSystemPosts } from './fold/system-posts-setting.ts'
import type { FeedItem } from './overlay.ts'

/** Returns whether a broadcast is shown: not by System if its posts are hidden on this device. */
export function useIsShown(): (item: FeedItem) => boolean {
  const isHiding = useHidesSystemPosts()
  return (item) => !(isHiding && isSystemPost(item))
}
