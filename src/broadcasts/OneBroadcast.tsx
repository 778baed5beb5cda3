import { isSameName } from '#contract/accounts/names.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { ServicePlayerSlot } from '#src/listening/service-players/ServicePlayerSlot.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { EditCaption } from './EditCaption.tsx'
import { FeedRow } from './FeedRow.tsx'
import { getTrack, toListenable } from './get-track.ts'
import * as css from './OneBroadcast.css.ts'
import { broadcastQuery } from './one/queries.ts'
import type { FeedItem } from './overlay.ts'
import { feedQuery, followingQuery } from './queries.ts'
import { Replies } from './replies/Replies.tsx'
import { useDownloadedBroadcast } from './useDownloadedBroadcast.ts'
import { useLikeStatus } from './useLikeStatus.ts'

const CACHE_ONLY = { enabled: false }

/** One broadcast on its own screen: from the stored feed until it is fetched. */
export function OneBroadcast({ id }: { id: number }) {
  const { member } = useSession()
  const isAdmin = useIsAdmin(member)
  const one = useLive(broadcastQuery(member, id))
  const likes = useLikeStatus(member, id, one)
  const downloaded = useDownloadedBroadcast(id)
  const feed = useLive(feedQuery(member), CACHE_ONLY).value ?? []
  const following = useLive(followingQuery(member ?? ''), CACHE_ONLY).value ?? []
  const inFeed = shownRows([...feed, ...following]).find((row) => row.id === id) ?? downloaded
  const author = (one.value?.[0] ?? inFeed)?.user
  useScreenTitle(author && `Broadcast by ${author}`)
  const row = (item: FeedItem) => (
    <>
      <div className={css.alone}>
        <FeedRow item={item} isAdmin={isAdmin} />
      </div>
      <Player item={item} />
      {member !== null && isSameName(item.user, member) && <EditCaption item={item} member={member} />}
      <Replies id={id} author={{ name: item.user, picture: item.user_pfp_sm }} isEmpty={item.replies === 0} />
    </>
  )
  // The text of a refused reply stays reachable.
  const notFound = (
    <>
      <EmptyState icon="feed" text="Broadcast not found" />
      <Replies id={id} />
    </>
  )
  // One tree for both, so that a reply being typed retains its focus when the broadcast arrives.
  const shown = one.value === undefined && inFeed ? { ...one, value: [inFeed] } : one
  return (
    <QueryState live={shown} loading={<Skeleton shape="card" count={1} />} failed="Failed to load broadcasts">
      {([item]) => (item ? row({ ...item, ...likes }) : notFound)}
    </QueryState>
  )
}

/** The broadcast's track in the player of a service, if the member has chosen one. */
function Player({ item }: { item: FeedItem }) {
  const track = getTrack(item)
  if (!track) return null
  return (
    <div className={css.below}>
      <ServicePlayerSlot track={toListenable(item, track)} />
    </div>
  )
}
