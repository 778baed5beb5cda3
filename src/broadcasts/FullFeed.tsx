import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import type { HiddenRow } from '#src/cache/hidden-row.ts'
import { usePages } from '#src/cache/usePages.ts'
import { ListedTracks } from '#src/listening/listen-links/ListedTracks.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { FeedRow } from './FeedRow.tsx'
import { foldPosts, isFold } from './fold/fold-posts.ts'
import { PostFoldRow } from './fold/PostFoldRow.tsx'
import type { OpenFolds } from './fold/useOpenFolds.ts'
import { olderFollowingQuery } from './following/queries.ts'
import { getTrack, toListenable } from './get-track.ts'
import { NoBroadcasts } from './NoBroadcasts.tsx'
import type { FeedItem } from './overlay.ts'
import { olderBroadcastsQuery } from './queries.ts'
import { useIsShown } from './useIsShown.ts'
import { VirtualFeed } from './VirtualFeed.tsx'

interface FullFeedProps {
  /** Includes items that are not shown: pages join at their ids. */
  newest: readonly (FeedItem | HiddenRow)[]
  folds: OpenFolds
  isFollowing: boolean
}

export function FullFeed({ newest, folds, isFollowing }: FullFeedProps) {
  const { member } = useSession()
  const isAdmin = useIsAdmin(member)
  const isShown = useIsShown()
  const older = (before: number, place: number) =>
    isFollowing ? olderFollowingQuery(member ?? '', before, place) : olderBroadcastsQuery(member, before, place)
  const pages = usePages(newest, older, isFollowing ? { name: 'following' } : {})
  const entries = foldPosts(pages.items.filter(isShown), folds.open)
  if (entries.length === 0 && !pages.hasMore) return isFollowing ? <NothingFollowed /> : <NoBroadcasts />
  return (
    <ListedTracks getTracks={() => entries.flatMap((entry) => (isFold(entry) ? [] : toTracks(entry)))}>
      <VirtualFeed
        pages={pages}
        items={entries}
        renderItem={(entry) =>
          isFold(entry) ? (
            <PostFoldRow fold={entry} onToggle={() => folds.toggle(entry)} />
          ) : (
            <FeedRow item={entry} isAdmin={isAdmin} />
          )
        }
      />
    </ListedTracks>
  )
}

function toTracks(item: FeedItem) {
  const track = getTrack(item)
  return track ? [toListenable(item, track)] : []
}

const NothingFollowed = () => (
  <EmptyState
    icon="feed"
    text="Nothing from members you follow yet."
    more="Follow members to see their broadcasts here."
    link={{ text: 'Find Members', to: '/friends' }}
  />
)
