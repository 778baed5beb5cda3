import { useKeptAway } from '#src/accounts/useKeptAway.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import type { FeedItem } from './overlay.ts'
import { feedQuery } from './queries.ts'

/** The feed's newest page, and what of it is shown: nobody whom the member keeps away. */
export function useFeed(member: string | null): { head: Live<FeedItem[]>; items: FeedItem[] } {
  const head = useLive(feedQuery(member))
  const isShown = useIsShown()
  return { head, items: (head.value ?? []).filter(isShown) }
}

/** Whether a broadcast is by somebody whom the member does not keep away. */
export function useIsShown(): (item: FeedItem) => boolean {
  const { isBlocked, isMuted } = useKeptAway()
  return ({ user }) => !isBlocked(user) && !isMuted(user)
}
