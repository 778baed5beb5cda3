import { useSession } from '#src/accounts/session.ts'
import { usePages } from '#src/cache/usePages.ts'
import type { DrawnFeed } from './drawn-feed.ts'
import { FeedRow } from './FeedRow.tsx'
import type { FeedItem } from './overlay.ts'
import { olderBroadcastsQuery } from './queries.ts'
import { useIsShown } from './useFeed.ts'
import { useIsAdmin } from './useIsAdmin.ts'
import { VirtualFeed } from './VirtualFeed.tsx'

/** The feed from its newest page down: older pages one by one as a person scrolls. */
export function FullFeed({ newest, drawn }: { newest: readonly FeedItem[]; drawn: DrawnFeed }) {
  const { member } = useSession()
  const isAdmin = useIsAdmin(member)
  const isShown = useIsShown()
  const pages = usePages(newest, (before, place) => olderBroadcastsQuery(member, before, place))
  return (
    <VirtualFeed
      drawn={drawn}
      pages={pages}
      items={pages.items.filter(isShown)}
      renderItem={(item) => <FeedRow item={item} isAdmin={isAdmin} />}
    />
  )
}
