import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Act, Pending } from '#src/offline/outbox/pending.ts'
import { likeLane, removeBroadcast, setLike, share } from './actions.ts'

/** A broadcast as it is shown. `waiting`: it exists only on this device so far. */
export interface FeedItem extends Broadcast {
  waiting?: Entry
  /** The act on its like that has not been confirmed. */
  likeWaiting?: Entry
}

/** The feed's head with everything that was done here and is not in it yet: shares on top, likes, deletions. */
export const overlayFeed = (broadcasts: readonly Broadcast[], pending: Pending): FeedItem[] => [
  ...waitingShares(broadcasts, pending),
  ...overlayOlder(broadcasts, pending),
]

/** An older page: nothing is added, for what is new is on top. */
export function overlayOlder(broadcasts: readonly Broadcast[], pending: Pending): FeedItem[] {
  const gone = deletedIds(pending)
  const likes = pendingLikes(pending)
  const known = withRememberedLikes(broadcasts, (it) => it.id, pending)
  return known.filter((it) => !gone.has(it.id)).map((it) => withLike(it, likes.get(it.id)))
}

/**
 * Marks what the member liked on this device where the host never shows it. The count of such a row contains the like already,
 * unless the like is among the pending ones. An unlike that has been attempted may have taken effect: the row is shown as it came.
 */
export function withRememberedLikes<T extends { isLiked: boolean }>(
  rows: readonly T[],
  idOf: (row: T) => number,
  pending: Pending,
): readonly T[] {
  if (rows.some((row) => row.isLiked)) return rows
  const open = pending.of(setLike).filter(({ isLiked, entry }) => isLiked || entry.attempts > 0)
  const openIds = new Set(open.map((act) => act.broadcastId))
  const isRemembered = (broadcastId: number) =>
    !openIds.has(broadcastId) && pending.isRemembered(likeLane({ broadcastId }))
  return rows.map((row) => (isRemembered(idOf(row)) ? { ...row, isLiked: true } : row))
}

/** What was deleted here. */
export const deletedIds = (pending: Pending) => new Set(pending.of(removeBroadcast).map((it) => it.broadcastId))

type LikeAct = Act<typeof setLike>

/** The last pending action on each broadcast's like, by broadcast id. */
export const pendingLikes = (pending: Pending): ReadonlyMap<number, LikeAct> =>
  new Map(pending.of(setLike).map((act) => [act.broadcastId, act]))

/** The like status of one broadcast with what was done to it here. */
export function overlayLikeStatus(id: number, status: { isLiked: boolean; likes: number }, pending: Pending) {
  const act = pendingLikes(pending).get(id)
  return act ? liked(status, act.isLiked) : status
}

function withLike(broadcast: Broadcast, act: LikeAct | undefined): FeedItem {
  if (!act) return broadcast
  const isUnconfirmed = act.entry.status !== 'acked'
  return { ...broadcast, ...liked(broadcast, act.isLiked), ...(isUnconfirmed ? { likeWaiting: act.entry } : {}) }
}

/** Liked or not, and the count that belongs to it: changed once, however often it is said. */
export function liked(now: { isLiked: boolean; likes: number }, isLiked: boolean) {
  if (now.isLiked === isLiked) return { isLiked, likes: now.likes }
  return { isLiked, likes: Math.max(0, now.likes + (isLiked ? 1 : -1)) }
}

function waitingShares(broadcasts: readonly Broadcast[], pending: Pending): FeedItem[] {
  const known = new Set(broadcasts.map((it) => it.id))
  const knownActs = new Set(broadcasts.map((it) => it.client_id))
  const gone = deletedIds(pending)
  const isMade = ({ madeId }: Entry) => madeId !== undefined && (known.has(madeId) || gone.has(madeId))
  return pending
    .of(share)
    .filter(({ entry }) => !knownActs.has(entry.client_id) && !isMade(entry))
    .map(asFeedItem)
    .toReversed()
}

/** Negative ids can't meet a real one; the entry's own place keeps them apart. */
const asFeedItem = ({ user, title, trackId, track, artist, url, entry }: Act<typeof share>): FeedItem => ({
  id: entry.madeId ?? -entry.seq,
  user,
  title,
  body: `${track} by ${artist}`,
  type: 'Track',
  relatedid: trackId,
  timestamp: new Date(entry.createdAt).toISOString(),
  likes: 0,
  isLiked: false,
  track_url: url,
  user_pfp_sm: '',
  user_pfp_med: '',
  user_pfp_lg: '',
  user_pfp_xl: '',
  track,
  artist,
  client_id: entry.client_id,
  ...(entry.status === 'acked' ? {} : { waiting: entry }),
})
