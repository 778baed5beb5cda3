import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { blockAndMuteReads, findBlockedOrMuted } from '#src/accounts/blocks/overlay.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Act, PendingOf } from '#src/offline/outbox/pending.ts'
import { editCaption, likeLane, removeBroadcast, removeReply, sendReply, setLike, share } from './actions.ts'

/** The actions of a like alone. */
export const likeReads = [setLike] as const
/** The actions of a member's most liked broadcasts. */
export const topReads = [setLike, removeBroadcast] as const
/** The actions of broadcasts outside the feed. */
export const broadcastReads = [...topReads, sendReply, removeReply, editCaption] as const
/** The actions of an older page of the feed. */
export const olderReads = [...broadcastReads, ...blockAndMuteReads] as const
/** The actions of the feed's head. */
export const feedReads = [...olderReads, share] as const

type Likes = PendingOf<typeof likeReads>
type Deletions = PendingOf<readonly [typeof removeBroadcast]>

/** A broadcast as it is shown. `waiting`: it is only on this device so far. */
export interface FeedItem extends Broadcast {
  waiting?: Entry
  /** The pending action on its like. */
  likeWaiting?: Entry
  /** The change of the number of replies by pending actions. */
  newReplies?: number
}

/**
 * Returns the feed's head with all actions of this device that it does not contain yet: shares on
 * top, likes, deletions, blocks and mutes.
 */
export const overlayFeed = (
  broadcasts: readonly Broadcast[],
  pending: PendingOf<typeof feedReads>,
): (FeedItem | HiddenRow)[] => [...waitingShares(broadcasts, pending), ...overlayOlder(broadcasts, pending)]

/**
 * Returns an older page with pending actions. Adds no rows, since new ones are on top. Rows by or
 * about blocked and muted members are hidden, as the server omits them.
 */
export function overlayOlder(
  broadcasts: readonly Broadcast[],
  pending: PendingOf<typeof olderReads>,
): (FeedItem | HiddenRow)[] {
  const isHidden = findBlockedOrMuted(pending)
  return hideRows(overlayBroadcasts(broadcasts, pending), ({ user, about_user, about_other }) =>
    [user, about_user, about_other].some(isHidden),
  )
}

/** Returns broadcasts with pending likes, captions, numbers of replies and deletions. */
export function overlayBroadcasts(
  broadcasts: readonly Broadcast[],
  pending: PendingOf<typeof broadcastReads>,
): FeedItem[] {
  const gone = deletedIds(pending)
  const likes = pendingLikes(pending)
  const captions = new Map(pending.of(editCaption).map((act) => [act.broadcastId, act]))
  const countReplies = countPendingReplies(pending)
  const known = withRememberedLikes(broadcasts, (it) => it.id, pending)
  return known
    .filter((broadcast) => !gone.has(broadcast.id))
    .map((broadcast) => {
      const { id } = broadcast
      const title = captions.get(id)?.title
      const newReplies = countReplies(id)
      const edited = title === undefined ? broadcast : { ...broadcast, title, edited: true }
      return withLike(newReplies === 0 ? edited : { ...edited, newReplies }, likes.get(id))
    })
}

/** Returns a function that returns the change of a broadcast's number of replies. */
function countPendingReplies(pending: PendingOf<readonly [typeof sendReply, typeof removeReply]>) {
  const changes = [
    ...pending.of(sendReply).map(({ broadcastId }) => ({ broadcastId, by: 1 })),
    ...pending.of(removeReply).map(({ broadcastId }) => ({ broadcastId, by: -1 })),
  ]
  return (id: number) => changes.reduce((sum, { broadcastId, by }) => (broadcastId === id ? sum + by : sum), 0)
}

/**
 * Marks the broadcasts that the member liked on this device, if the host never shows it. The count
 * of such a row contains the like already, unless the like is among the pending ones. An unlike
 * that has been attempted may have taken effect: the row is shown unchanged.
 */
export function withRememberedLikes<T extends { isLiked: boolean }>(
  rows: readonly T[],
  idOf: (row: T) => number,
  pending: Likes,
): readonly T[] {
  if (rows.some((row) => row.isLiked)) return rows
  const open = pending.of(setLike).filter(({ isLiked, entry }) => isLiked || entry.attempts > 0)
  const openIds = new Set(open.map((act) => act.broadcastId))
  const isRemembered = (broadcastId: number) =>
    !openIds.has(broadcastId) && pending.isRemembered(likeLane({ broadcastId }))
  return rows.map((row) => (isRemembered(idOf(row)) ? { ...row, isLiked: true } : row))
}

/** Returns the ids of broadcasts deleted on this device. */
export const deletedIds = (pending: Deletions) => new Set(pending.of(removeBroadcast).map((it) => it.broadcastId))

type LikeAct = Act<typeof setLike>

/** Returns the last pending action on each broadcast's like, by broadcast id. */
export const pendingLikes = (pending: Likes): ReadonlyMap<number, LikeAct> =>
  new Map(pending.of(setLike).map((act) => [act.broadcastId, act]))

/** Returns the like status of one broadcast with this device's pending actions. */
export function overlayLikeStatus(id: number, status: { isLiked: boolean; likes: number }, pending: Likes) {
  const act = pendingLikes(pending).get(id)
  return act ? toLikeState(status, act.isLiked) : status
}

function withLike(broadcast: FeedItem, act: LikeAct | undefined): FeedItem {
  if (!act) return broadcast
  const isUnconfirmed = act.entry.status !== 'acked'
  return { ...broadcast, ...toLikeState(broadcast, act.isLiked), ...(isUnconfirmed ? { likeWaiting: act.entry } : {}) }
}

/** Returns the like state with its count: changed once, however often it is applied. */
export function toLikeState(now: { isLiked: boolean; likes: number }, isLiked: boolean) {
  if (now.isLiked === isLiked) return { isLiked, likes: now.likes }
  return { isLiked, likes: Math.max(0, now.likes + (isLiked ? 1 : -1)) }
}

function waitingShares(broadcasts: readonly Broadcast[], pending: PendingOf<typeof feedReads>): FeedItem[] {
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

/** Negative ids can't equal a real one; the entry's `seq` makes them unique. */
const asFeedItem = ({ user, title, trackId, track, artist, url, entry }: Act<typeof share>): FeedItem => ({
  id: entry.madeId ?? -entry.seq,
  user,
  title,
  body: `${track} by ${artist}`,
  type: 'Track',
  relatedid: trackId || null,
  timestamp: new Date(entry.createdAt).toISOString(),
  likes: 0,
  isLiked: false,
  edited: false,
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
