import { useDeferredValue, useEffect, useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import { Loading, QueryState } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { countText } from '#src/ui/numbers.ts'
import * as css from './FeedChoice.css.ts'
import { FeedList } from './FeedList.tsx'
import { chooseFeed, useShowsFollowing } from './feed-choice.ts'
import { useHidesSystemPosts } from './fold/system-posts-setting.ts'
import { bar } from './NewBroadcasts.css.ts'
import type { FeedItem } from './overlay.ts'
import { feedKey, feedQuery, followingKey, followingQuery } from './queries.ts'
import { useMarkFeedSeen } from './seen-feed.ts'
import { useIsShown } from './useIsShown.ts'
import { useSettledFeed } from './useSettledFeed.ts'

const noBroadcasts = async () => (await import('./NoBroadcasts.tsx')).NoBroadcasts
const liveFeed = async () => (await import('./LiveFeed.tsx')).LiveFeed

/** The feed below its header, for everyone or for followed members. */
export function FeedScreenBody() {
  const { member } = useSession()
  // The other feed is rendered in slices, not within the tap.
  const isFollowing = useDeferredValue(useShowsFollowing()) && member !== null
  return isFollowing ? <FollowingFeed member={member} /> : <EveryonesFeed member={member} />
}

function EveryonesFeed({ member }: { member: string | null }) {
  const head = useLive(feedQuery(member))
  // A host without replies has no feed for followed members either.
  const hasChoice = member !== null && shownRows(head.value ?? []).some(({ replies }) => replies !== undefined)
  return (
    <>
      {hasChoice && <FeedChoice isFollowing={false} />}
      <Feed head={head} member={member} isFollowing={false} />
    </>
  )
}

function FollowingFeed({ member }: { member: string }) {
  const head = useLive(followingQuery(member))
  // Another host may lack it: its own feed is shown.
  if (head.value === null) return <EveryonesFeed member={member} />
  return (
    <>
      <FeedChoice isFollowing />
      <Feed head={{ ...head, value: head.value }} member={member} isFollowing />
    </>
  )
}

interface FeedProps {
  head: Live<(FeedItem | HiddenRow)[]>
  member: string | null
  isFollowing: boolean
}

/** A feed: new broadcasts are behind a button, the list does not move. */
function Feed({ head, member, isFollowing }: FeedProps) {
  const settled = useSettledFeed(head, useIsShown(), member)
  const newestOfAll = useStatus()?.newest_broadcast ?? 0
  const hidesSystemPosts = useHidesSystemPosts()
  const [hadItems] = useState(settled.items.length > 0)
  const loading = 'Loading broadcasts...'
  const show = () => {
    window.scrollTo({ top: 0 })
    settled.showNew()
    void head.refetch()
  }
  const { refetch } = head
  useEffect(() => {
    // The status does not say whether the newest broadcast is by System: only the feed does.
    if (hidesSystemPosts && !isFollowing && settled.newest > 0 && newestOfAll > settled.newest) void refetch()
  }, [hidesSystemPosts, isFollowing, newestOfAll, settled.newest, refetch])
  // A member that reads this feed alone has no mark for broadcasts by others: those up to the newest of
  // all are seen, once that one is known.
  const newestSeen = isFollowing ? newestOfAll && Math.max(newestOfAll, settled.newest) : settled.newest
  useMarkFeedSeen(settled.newCount > 0 ? 0 : newestSeen)
  return (
    <>
      <LazyComponent
        load={liveFeed}
        props={{ head, queryKey: isFollowing ? followingKey : feedKey, onRefresh: show }}
      />
      <NewBroadcasts
        count={settled.newCount}
        newest={isFollowing || hidesSystemPosts ? 0 : settled.newest}
        onShow={show}
      />
      <QueryState
        live={head}
        loading={loading}
        failed="Failed to load broadcasts"
        empty={isFollowing ? undefined : <LazyComponent load={noBroadcasts} props={{}} />}
      >
        {() => (
          <FeedList
            items={settled.items}
            isFollowing={isFollowing}
            loading={hadItems ? undefined : <Loading>{loading}</Loading>}
          />
        )}
      </QueryState>
    </>
  )
}

/** Switches between everyone's feed and that with followed members only. */
const FeedChoice = ({ isFollowing }: { isFollowing: boolean }) => (
  <div role="group" aria-label="Feed" className={css.choice}>
    {[false, true].map((value) => (
      <button
        key={String(value)}
        type="button"
        className={css.option}
        aria-pressed={value === isFollowing}
        onClick={() => {
          if (value === isFollowing) return
          window.scrollTo({ top: 0 })
          chooseFeed(value)
        }}
      >
        {value ? 'Following' : 'Everyone'}
      </button>
    ))}
  </div>
)

interface NewBroadcastsProps {
  count: number
  newest: number
  onShow: () => void
}

/** Shows that there are new broadcasts above, without moving the list. */
function NewBroadcasts({ count, newest, onShow }: NewBroadcastsProps) {
  const newestOnServer = useStatus()?.newest_broadcast ?? 0
  const hasNewer = newest > 0 && newestOnServer > newest
  const text = count > 0 && !hasNewer ? countText(count, 'new broadcast') : 'New broadcasts'
  return (
    <div role="status" className={bar}>
      {(count > 0 || hasNewer) && (
        <Button size="s" onClick={onShow}>
          {text}
        </Button>
      )}
    </div>
  )
}
