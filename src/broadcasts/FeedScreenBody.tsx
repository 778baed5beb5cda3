import { useState } from 'react'
import { useSession } from '#src/accounts/session.ts'
import { Loading, QueryState } from '#src/cache/QueryState.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { usePullToRefresh } from '#src/ui/usePullToRefresh.ts'
import { FeedList } from './FeedList.tsx'
import { NewBroadcasts } from './NewBroadcasts.tsx'
import { useFeed } from './useFeed.ts'
import { useFeedEvents } from './useFeedEvents.ts'
import { useFreshLikes } from './useFreshLikes.ts'
import { useSettledFeed } from './useSettledFeed.ts'

/** The feed below its header: what is new waits behind a button, nothing jumps. */
export function FeedScreenBody() {
  const { member } = useSession()
  const feed = useFeed(member)
  const settled = useSettledFeed(feed.items, feed.head.askedAt, member)
  const [wasThere] = useState(settled.items.length > 0)
  const loading = 'Loading broadcasts...'
  const show = () => {
    window.scrollTo({ top: 0 })
    settled.showNew()
    void feed.head.askAgain()
  }
  useFeedEvents(feed.head)
  useFreshLikes(feed.head)
  usePullToRefresh(show)
  return (
    <>
      <NewBroadcasts count={settled.newCount} newest={settled.newest} onShow={show} />
      <QueryState live={feed.head} loading={loading} failed="Failed to load broadcasts">
        {() =>
          settled.items.length === 0 ? (
            <EmptyState icon="feed" text="No broadcasts yet. Be the first to share!" />
          ) : (
            <FeedList items={settled.items} loading={wasThere ? undefined : <Loading>{loading}</Loading>} />
          )
        }
      </QueryState>
    </>
  )
}
