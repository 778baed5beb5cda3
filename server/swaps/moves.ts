import { addSwag, canSee, lockPair } from '#server/accounts/index.ts'
import {
  recordSwapAnswer,
  recordSwapCompletion,
  recordSwapEnd,
  recordSwapShare,
  recordSwapStart,
} from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrack, hasPlayedSince } from '#server/listening/index.ts'
import { isRandomMatch, type Searcher } from './match-store.ts'
import {
  checkEnding,
  checkOpenSwaps,
  checkPartners,
  checkRatingTurn,
  checkSharing,
  checkTrackTurn,
  createNoSwapRefusal,
  type Ended,
  findEnd,
  findSide,
  type Partner,
  type Side,
  SWAPPABLE_MS,
} from './rules.ts'
import {
  countOpenSwaps,
  findSwapForUpdate,
  insertSwap,
  type LockedSwap,
  listUnansweredForUpdate,
  type NewRating,
  type SwappedTrack,
  updateEnd,
  updateRating,
  updateSharing,
  updateTrack,
} from './store.ts'

/** The maximum number of swaps that the job ends in one round: more would hold locks for long. */
const UNANSWERED_AT_ONCE = 1000

/**
 * Inserts a swap by `searcher` with another member and returns its id. Its first track is added by
 * {@link addTrack}. Throws a Refusal.
 */
export async function beginSwap(tx: Tx, searcher: Searcher, matched: Partner): Promise<number> {
  const { memberId: initiatorId, now } = searcher
  checkPartners(initiatorId, matched)
  await lockPair(tx, initiatorId, matched.id)
  checkOpenSwaps(await countOpenSwaps(tx, initiatorId, matched.id, now))
  const isRandom = await isRandomMatch(tx, searcher, matched.id)
  return insertSwap(tx, { initiatorId, matchedId: matched.id, isRandom, createdAt: now })
}

/**
 * Sets a member's track, or replaces it until it is rated. System posts the first one. Throws a
 * Refusal.
 */
export async function addTrack(tx: Tx, swapId: number, memberId: number, sent: SwappedTrack, now: Date): Promise<void> {
  const { swap, side } = await getSwapForUpdate(tx, swapId, memberId)
  checkTrackTurn(swap, side, now)
  await checkTrack(tx, memberId, sent.trackId, now)
  await updateTrack(tx, swapId, side, sent, now)
  if (side === 'initiator' && swap.initiatorTrackId === null) {
    await recordSwapStart(tx, swapId, toInitiator(swap), toMatched(swap), now)
  }
  if (side === 'matched' && swap.matchedTrackId === null && swap.matchedRating !== null)
    await notifyAnswered(tx, swap, now)
}

/**
 * Rates the other member's track, for which they receive the rating as swag. System posts once both
 * have rated. Throws a Refusal.
 */
export async function rateTrack(
  tx: Tx,
  swapId: number,
  memberId: number,
  newRating: NewRating,
  now: Date,
): Promise<void> {
  const { swap, side } = await getSwapForUpdate(tx, swapId, memberId)
  checkRatingTurn(swap, side, now)
  await updateRating(tx, swapId, side, newRating, now)
  if (side === 'initiator') await notifyCompleted(tx, swap, newRating.rating, now)
  else if (swap.matchedTrackId !== null) await notifyAnswered(tx, swap, now)
  await addSwag(tx, findRatedMember(swap, side), newRating.rating)
}

/** Declines an invite as the matched member. Does nothing if it is declined. Throws a Refusal. */
export const declineSwap = (tx: Tx, swapId: number, memberId: number, now: Date): Promise<void> =>
  endSwap(tx, swapId, memberId, 'declined', now)

/**
 * Withdraws an unanswered swap as the initiator. Does nothing if it is withdrawn. Throws a Refusal.
 */
export const withdrawSwap = (tx: Tx, swapId: number, memberId: number, now: Date): Promise<void> =>
  endSwap(tx, swapId, memberId, 'withdrawn', now)

/**
 * Agrees to share a completed swap's results, and notifies the other member. Does nothing if the
 * member shares them. Throws a Refusal.
 */
export async function shareResults(tx: Tx, swapId: number, memberId: number, now: Date): Promise<void> {
  const { swap, side } = await getSwapForUpdate(tx, swapId, memberId)
  checkSharing(swap, now)
  await updateSharing(tx, swapId, side, now)
  const recipientId = side === 'initiator' ? swap.matchedId : swap.initiatorId
  await recordSwapShare(tx, swapId, { memberId: recipientId, actorId: memberId, now })
}

/**
 * Ends a member's agreement to share the results. Does nothing without one, and works during a
 * block, which has ended it. Throws a Refusal.
 */
export async function unshareResults(tx: Tx, swapId: number, memberId: number): Promise<void> {
  const { side } = await getOwnSwapForUpdate(tx, swapId, memberId)
  await updateSharing(tx, swapId, side, null)
}

async function endSwap(tx: Tx, swapId: number, memberId: number, how: 'declined' | 'withdrawn', now: Date) {
  const { swap, side } = await getSwapForUpdate(tx, swapId, memberId)
  if (!checkEnding(swap, side, how, now)) return
  await updateEnd(tx, swapId, how, now)
  await notifyEnded(tx, swap, side === 'initiator' ? 'matched' : 'initiator', how, now)
}

/**
 * Marks expired swaps as ended, which reads already treat as such. Returns true if there may be
 * more.
 */
export async function endUnansweredSwaps(tx: Tx, now: Date): Promise<boolean> {
  let ended = 0
  for (const id of await listUnansweredForUpdate(tx, now, UNANSWERED_AT_ONCE)) {
    const swap = await findSwapForUpdate(tx, id)
    const end = swap && findEnd(swap, now)
    if (swap === undefined || end === undefined) continue
    await updateEnd(tx, id, end.how, end.at)
    await notifyEnded(tx, swap, 'initiator', end.how, now)
    ended++
  }
  return ended === UNANSWERED_AT_ONCE
}

const findRatedMember = (swap: LockedSwap, rater: Side): number =>
  rater === 'initiator' ? swap.matchedId : swap.initiatorId

const notifyAnswered = (tx: Tx, swap: LockedSwap, now: Date): Promise<void> =>
  recordSwapAnswer(tx, swap.id, toInitiator(swap), toMatched(swap), now)

/** Without a first track, only the initiator knows about the swap. */
async function notifyEnded(tx: Tx, swap: LockedSwap, notifiedSide: Side, how: Ended, now: Date): Promise<void> {
  if (swap.initiatorTrackId === null) return
  const [initiator, matched] = [toInitiator(swap), toMatched(swap)]
  const sides =
    notifiedSide === 'initiator' ? { recipient: initiator, other: matched } : { recipient: matched, other: initiator }
  await recordSwapEnd(tx, swap.id, { ...sides, how }, now)
}

async function notifyCompleted(tx: Tx, swap: LockedSwap, rating: number, now: Date): Promise<void> {
  const initiator = { ...toInitiator(swap), swag: swap.matchedRating ?? 0 }
  await recordSwapCompletion(tx, swap.id, initiator, { ...toMatched(swap), swag: rating }, now)
}

async function checkTrack(tx: Tx, memberId: number, trackId: number, now: Date): Promise<void> {
  if ((await findTrack(tx, trackId)) === undefined) throw new Refusal(404, "This server doesn't know this track.")
  if (await hasPlayedSince(tx, memberId, trackId, new Date(now.getTime() - SWAPPABLE_MS))) return
  throw new Refusal(400, 'You can only swap a track that you have played in the last 12 months.')
}

/**
 * Returns a member's swap and locks it. Throws a Refusal 404 if there is none or one member has
 * blocked the other.
 */
async function getSwapForUpdate(tx: Tx, id: number, memberId: number): Promise<OwnSwap> {
  const own = await getOwnSwapForUpdate(tx, id, memberId)
  if (!(await canSee(tx, own.swap.initiatorId, own.swap.matchedId))) throw createNoSwapRefusal()
  return own
}

/** Like {@link getSwapForUpdate}, also with a block between the two. */
async function getOwnSwapForUpdate(tx: Tx, id: number, memberId: number): Promise<OwnSwap> {
  const swap = await findSwapForUpdate(tx, id)
  if (swap === undefined) throw createNoSwapRefusal()
  return { swap, side: findSide(swap, memberId) }
}

interface OwnSwap {
  readonly swap: LockedSwap
  readonly side: Side
}

const toInitiator = (swap: LockedSwap) => ({ id: swap.initiatorId, name: swap.initiatorName })
const toMatched = (swap: LockedSwap) => ({ id: swap.matchedId, name: swap.matchedName })
