import { addSwag } from '#server/accounts/index.ts'
import { swapBegan, swapCompleted } from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrack, hasPlayedSince } from '#server/listening/index.ts'
import { isRandomMatch } from './match-store.ts'
import {
  checkPartners,
  checkRatingTurn,
  checkTrackTurn,
  type Partner,
  type Side,
  SWAPPABLE_MS,
  sideOf,
} from './rules.ts'
import { findSwapForUpdate, insertSwap, type LockedSwap, updateRating, updateTrack } from './store.ts'

/** Begins a swap between two members and answers its id; its first track comes with {@link addTrack}. Throws a Refusal. */
export async function beginSwap(
  tx: Tx,
  initiatorId: number,
  matched: Partner,
  { now, pauseMs }: { readonly now: Date; readonly pauseMs: number },
): Promise<number> {
  checkPartners(initiatorId, matched)
  const isRandom = await isRandomMatch(tx, { memberId: initiatorId, now, pauseMs }, matched.id)
  return insertSwap(tx, { initiatorId, matchedId: matched.id, isRandom, createdAt: now })
}

/** Adds a member's track, or replaces it while it is not rated. System tells of the first one. Throws a Refusal. */
export async function addTrack(tx: Tx, swapId: number, memberId: number, trackId: number, now: Date): Promise<void> {
  const swap = await getSwapForUpdate(tx, swapId)
  const side = sideOf(swap, memberId)
  checkTrackTurn(swap, side, now)
  await checkTrack(tx, memberId, trackId, now)
  await updateTrack(tx, swapId, side, trackId, now)
  if (side === 'initiator' && swap.initiatorTrackId === null) {
    await swapBegan(tx, initiatorOf(swap), matchedOf(swap), now)
  }
}

/** Rates the other member's track: they get the rating as swag. System tells when both have rated. Throws a Refusal. */
export async function rateTrack(tx: Tx, swapId: number, memberId: number, rating: number, now: Date): Promise<void> {
  const swap = await getSwapForUpdate(tx, swapId)
  const side = sideOf(swap, memberId)
  checkRatingTurn(swap, side, now)
  await updateRating(tx, swapId, side, rating, now)
  if (side === 'initiator') await tellCompleted(tx, swap, rating, now)
  await addSwag(tx, rated(swap, side), rating)
}

const rated = (swap: LockedSwap, rater: Side): number => (rater === 'initiator' ? swap.matchedId : swap.initiatorId)

async function tellCompleted(tx: Tx, swap: LockedSwap, rating: number, now: Date): Promise<void> {
  const ofInitiator = { ...initiatorOf(swap), swag: swap.matchedRating ?? 0 }
  await swapCompleted(tx, ofInitiator, { ...matchedOf(swap), swag: rating }, now)
}

async function checkTrack(tx: Tx, memberId: number, trackId: number, now: Date): Promise<void> {
  if ((await findTrack(tx, trackId)) === undefined) throw new Refusal(404, 'This track is not known here.')
  if (await hasPlayedSince(tx, memberId, trackId, new Date(now.getTime() - SWAPPABLE_MS))) return
  throw new Refusal(400, 'You can only swap a track that you have played in the last 12 months.')
}

async function getSwapForUpdate(tx: Tx, id: number): Promise<LockedSwap> {
  const swap = await findSwapForUpdate(tx, id)
  if (swap === undefined) throw new Refusal(404, 'Swap not found')
  return swap
}

const initiatorOf = (swap: LockedSwap) => ({ id: swap.initiatorId, name: swap.initiatorName })
const matchedOf = (swap: LockedSwap) => ({ id: swap.matchedId, name: swap.matchedName })
