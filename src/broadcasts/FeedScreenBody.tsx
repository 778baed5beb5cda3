import { useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { Loading, QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { FeedList } from './FeedList.tsx'
import { NewBroadcasts } from './NewBroadcasts.tsx'
import { feedQuery } from './queries.ts'
import { useMarkFeedSeen } from './seen-feed.ts'
import { useFeedEvents } from './useFeedEvents.ts'
import { useFreshLikes } from './useFreshLikes.ts'
import { useIsShown } from './useIsShown.ts'
import { useSettledFeed } from './useSettledFeed.ts'

const noBroadcasts = async () => (await import('./NoBroadcasts.tsx')).NoBroadcasts
const pullToRefresh = async () => (await import('#src/ui/PullToRefresh.tsx')).PullToRefresh

/** The feed below its header: new broadcasts are behind a button, the list does not move. */
export function FeedScreenBody() {
  const { member } = useSession()
  const head = useLive(feedQuery(member))
  const settled = useSettledFeed(head, useIsShown(), member)
  const [hadItems] = useState(settled.items.length > 0)
  const loading = 'Loading broadcasts...'
  const show = () => {
    window.scrollTo({ top: 0 })
    settled.showNew()
    void head.refetch()
  }
  useMarkFeedSeen(settled.newCount === 0 ? settled.newest : 0)
  useFeedEvents(head)
  useFreshLikes(head)
  return (
    <>
      <LazyComponent load={pullToRefresh} props={{ onRefresh: show }} />
      <NewBroadcasts count={settled.newCount} newest={settled.newest} onShow={show} />
      <QueryState live={head} loading={loading} failed="Failed to load broadcasts">
        {(all) =>
          all.length === 0 ? (
            <LazyComponent load={noBroadcasts} props={{}} />
          ) : (
            <FeedList items={settled.items} loading={hadItems ? undefined : <Loading>{loading}</Loading>} />
          )
        }
      </QueryState>
    </>
  )
}
