import { useKeptAway } from '#src/accounts/blocks/useKeptAway.ts'
import { isSystemPost } from './fold/fold-posts.ts'
import { useHidesSystemPosts } from './fold/system-posts-setting.ts'
import type { FeedItem } from './overlay.ts'

/**
 * Returns whether a broadcast is shown: not by a blocked or muted member, nor by System if its
 * posts are hidden.
 */
export function useIsShown(): (item: FeedItem) => boolean {
  const { isBlocked, isMuted } = useKeptAway()
  const isHiding = useHidesSystemPosts()
  return (item) => !isBlocked(item.user) && !isMuted(item.user) && !(isHiding && isSystemPost(item))
}
