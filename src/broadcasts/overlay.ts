import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { blockAndMuteReads, findBlockedOrMuted } from '#src/accounts/blocks/overlay.ts'
import { type HiddenRow, hideRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingAction, PendingOf } from '#src/offline/outbox/pending.ts'
import { editCaption, likeLane, removeBroadcast, removeReply, sendReply, setLike, share } from './actions.ts'

export const likeReads = [setLike] as const
export const topReads = [setLike, removeBroadcast] as const
export const broadcastReads = [...topReads, sendReply, removeReply, editCaption] as const
export const olderReads = [...broadcastReads, ...blockAndMuteReads] as const
export const feedReads = [...olderReads, share] as const

type Likes = PendingOf<typeof likeReads>
type Deletions = PendingOf<readonly [typeof removeBroadcast]>

/** A broadcast as it is shown. `waiting`: it is only on this device so far. */
export interface FeedItem extends Broadcast {
  isLiked: boolean
  waiting?: Entry
  likeWaiting?: Entry
  /** Replies added by pending actions, minus those removed. */
  newReplies?: number
}

/** Returns the feed's head with this device's pending shares, likes, deletions, blocks and mutes. */
export const overlayFeed = (
  broadcasts: readonly Broadcast[],
  pending: PendingOf<typeof feedReads>,
): (FeedItem | HiddenRow)[] => [...waitingShares(broadcasts, pending), ...overlayOlder(broadcasts, pending)]

/** Returns an older page without rows by or about blocked and muted members. Adds no rows. */
export function overlayOlder(
  broadcasts: readonly Broadcast[],
  pending: PendingOf<typeof olderReads>,
): (FeedItem | HiddenRow)[] {
  const isHidden = findBlockedOrMuted(pending)
  return hideRows(overlayBroadcasts(broadcasts, pending), ({ user, about_user, about_other }) =>
    [user, about_user, about_other].some(isHidden),
  )
}

/** Returns broadcasts with pending likes, captions, reply counts and deletions. */
export function overlayBroadcasts(
  broadcasts: readonly Broadcast[],
  pending: PendingOf<typeof broadcastReads>,
): FeedItem[] {
  const removed = deletedIds(pending)
  const overlayLike = applyLikes(pending)
  const captions = new Map(pending.of(editCaption).map((action) => [action.broadcastId, action]))
  const countReplies = findNewReplies(pending)
  return broadcasts
    .filter((broadcast) => !removed.has(broadcast.id))
    .map((broadcast) => {
      const { id } = broadcast
      const title = captions.get(id)?.title
      const newReplies = countReplies(broadcast)
      const edited = title === undefined ? broadcast : { ...broadcast, title, edited: true }
      return { ...edited, ...overlayLike(id, broadcast), ...(newReplies === 0 ? {} : { newReplies }) }
    })
}

type Removal = PendingAction<typeof removeReply>
interface NamedReply {
  readonly id?: number | undefined
  readonly client_id?: string | undefined
}

/**
 * Returns a function that returns the change to a broadcast's reply count: the response names the
 * own replies that it counts. Without them, as in a response stored by an earlier build, only
 * actions that it cannot contain change the number.
 */
function findNewReplies(pending: PendingOf<readonly [typeof sendReply, typeof removeReply]>) {
  const sent = pending
    .of(sendReply)
    .map(({ entry, ...action }) => ({ ...action, id: entry.madeId, client_id: entry.client_id }))
  const removed = pending.of(removeReply)
  return ({ id, own_replies: counted }: Broadcast): number => {
    const removals = removed.filter((action) => action.broadcastId === id)
    const isRemoved = (reply: NamedReply) => removals.some((removal) => isNamed(removal, reply))
    const isMissing = (action: (typeof sent)[number]) =>
      counted ? !counted.some((reply) => isSame(reply, action)) : action.isAbsent
    const missing = sent.filter((action) => action.broadcastId === id && isMissing(action))
    const isUncounted = (removal: Removal) => removal.isAbsent && !missing.some((action) => isNamed(removal, action))
    const taken = counted ? counted.filter(isRemoved) : removals.filter(isUncounted)
    return missing.filter((action) => !isRemoved(action)).length - taken.length
  }
}

const isSame = (a: NamedReply, b: NamedReply) =>
  (a.id !== undefined && a.id === b.id) || (a.client_id !== undefined && a.client_id === b.client_id)

const isNamed = ({ replyId, madeBy }: Removal, reply: NamedReply) => isSame({ id: replyId, client_id: madeBy }, reply)

export const deletedIds = (pending: Deletions) => new Set(pending.of(removeBroadcast).map((it) => it.broadcastId))

interface Liked {
  /** Undefined on a host that does not send it: whether its number contains the like is unknown. */
  readonly isLiked?: boolean | undefined
  readonly likes: number
}

export function applyLikes(pending: Likes) {
  const actions = pending.of(setLike)
  return (broadcastId: number, row: Liked): Pick<FeedItem, 'isLiked' | 'likes' | 'likeWaiting'> => {
    const ofRow = actions.filter((action) => action.broadcastId === broadcastId)
    const last = ofRow.at(-1)
    const first = ofRow.find((action) => action.isAbsent)
    // Before an action that the response cannot contain, the like had the opposite state.
    const counted = first ? !first.isLiked : (last?.isLiked ?? pending.isRemembered(likeLane({ broadcastId })))
    const isLiked = row.isLiked ?? counted
    const like = toLikeState({ isLiked, likes: row.likes }, last?.isLiked ?? isLiked)
    return { ...like, ...(last && last.entry.status !== 'acked' ? { likeWaiting: last.entry } : {}) }
  }
}

export function overlayLikeStatus(id: number, status: { isLiked: boolean; likes: number }, pending: Likes) {
  const { isLiked, likes } = applyLikes(pending)(id, status)
  return { isLiked, likes }
}

/** Returns the like state with its count: changed once, however often it is applied. */
export function toLikeState(now: Liked, isLiked: boolean) {
  if (now.isLiked === isLiked) return { isLiked, likes: now.likes }
  return { isLiked, likes: Math.max(0, now.likes + (isLiked ? 1 : -1)) }
}

function waitingShares(broadcasts: readonly Broadcast[], pending: PendingOf<typeof feedReads>): FeedItem[] {
  const known = new Set(broadcasts.map((it) => it.id))
  const knownActions = new Set(broadcasts.map((it) => it.client_id))
  const removed = deletedIds(pending)
  const isMade = ({ madeId }: Entry) => madeId !== undefined && (known.has(madeId) || removed.has(madeId))
  return pending
    .of(share)
    .filter(({ entry }) => !knownActions.has(entry.client_id) && !isMade(entry))
    .map(asFeedItem)
    .toReversed()
}

/** Negative ids can't equal a real one; the entry's `seq` makes them unique. */
const asFeedItem = ({ user, title, trackId, track, artist, url, entry }: PendingAction<typeof share>): FeedItem => ({
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
