import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { CAPTION_MAX } from '#contract/broadcasts/broadcasts.ts'
import { EDITABLE_MS } from '#contract/broadcasts/replies.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { applyOverlay, type Live, useLive } from '#src/cache/useLive.ts'
import { ServicePlayerSlot } from '#src/listening/service-players/ServicePlayerSlot.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useMinute } from '#src/ui/minute-clock.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { editCaption } from './actions.ts'
import { readDownloadedFeed } from './downloaded.ts'
import { useBroadcastEvent } from './events.ts'
import { FeedRow } from './FeedRow.tsx'
import { getTrack, toListenable } from './get-track.ts'
import * as css from './OneBroadcast.css.ts'
import { broadcastQuery, likeStatusQuery } from './one/queries.ts'
import type { FeedItem } from './overlay.ts'
import { feedQuery, followingQuery } from './queries.ts'
import { EditDialog } from './replies/EditDialog.tsx'
import { Replies } from './replies/Replies.tsx'
import { useFreshLikes } from './useFreshLikes.ts'

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
      <EmptyState icon="feed" text="Broadcast not found" link={{ text: 'Back to Feed', to: '/' }} />
      <Replies id={id} />
    </>
  )
  // One tree for both, so that a reply being typed retains its focus when the broadcast arrives.
  const shown = one.value === undefined && inFeed ? { ...one, value: [inFeed] } : one
  return (
    <QueryState live={shown} loading={<Skeleton shape="card" count={1} />} failed="Failed to load the broadcast">
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

function useDownloadedBroadcast(id: number): FeedItem | undefined {
  const outbox = useOutboxSnapshot()
  const feed = readDownloadedFeed(useQueryClient())
  const broadcast = feed?.rows.find((row) => row.id === id)
  if (feed === undefined || broadcast === undefined) return undefined
  const stored = { response: [broadcast], requestedAtRev: feed.rev, requestedAt: feed.at }
  return applyOverlay(stored, broadcastQuery(null, id).overlay, outbox)?.[0]
}

/**
 * Refetches one broadcast's like status when the page is focused or becomes visible, at most once
 * in 30 s, and on like events from elsewhere on the page. Returns it if it is newer than `shown`.
 * Visitors have none: they get the current `shown`.
 */
function useLikeStatus(
  member: string | null,
  id: number,
  shown: Live<unknown>,
): Pick<FeedItem, 'isLiked' | 'likes'> | undefined {
  const status = useLive(likeStatusQuery(member ?? '', id), { enabled: false })
  const isNewer = status.requestedAt !== undefined && status.requestedAt >= (shown.requestedAt ?? 0)
  const refetch = member === null ? shown.refetch : status.refetch
  useFreshLikes({ ...(isNewer ? status : shown), refetch })
  const onEvent = ({ broadcastId, isOwn }: { broadcastId: number; isOwn: boolean }) => {
    if (!isOwn && broadcastId === id) void refetch()
  }
  useBroadcastEvent('broadcastLiked', onEvent)
  useBroadcastEvent('broadcastUnliked', onEvent)
  return isNewer ? status.value : undefined
}

/** Edits the caption of an own broadcast. Renders nothing after 10 minutes. */
function EditCaption({ item, member }: { item: FeedItem; member: string }) {
  const { dispatch } = useDispatch()
  const [isOpen, setOpen] = useState(false)
  const nowMs = useMinute() * 60_000
  const isEditable = item.replies !== undefined && nowMs - Date.parse(item.timestamp) < EDITABLE_MS
  if (!isEditable && !isOpen) return null
  const save = async (title: string) =>
    (await dispatch(editCaption, { user: member, broadcastId: item.id, title })) !== undefined
  return (
    <div className={css.below}>
      <RowButton onClick={() => setOpen(true)}>Edit Caption</RowButton>
      {isOpen && (
        <EditDialog
          title="Edit your caption"
          label="Caption"
          text={item.title}
          max={CAPTION_MAX}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
