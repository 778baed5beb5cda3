import { DAY_MS } from '#contract/durations.ts'
import { Refusal } from '#server/http/refusal.ts'

/** A swap as the rules need it. A side's track and rating are null until they exist. */
export interface Swap {
  readonly id: number
  readonly initiatorId: number
  readonly matchedId: number
  readonly initiatorTrackId: number | null
  readonly matchedTrackId: number | null
  /** The rating by the initiator, 1 to 5. */
  readonly initiatorRating: number | null
  readonly matchedRating: number | null
  readonly createdAt: Date
  /** When the initiator's first track was added. */
  readonly sentAt: Date | null
  /**
   * The stored end without results. {@link findEnd} also includes expiry that is not stored yet.
   */
  readonly ended: Ended | null
  readonly endedAt: Date | null
  /** Whether one member has deleted their account, which ended the swap. */
  readonly isLeft?: boolean
}

export type Ended = 'declined' | 'withdrawn' | 'expired'

export interface Partner {
  readonly id: number
  readonly is_system: boolean
}

export type Side = 'initiator' | 'matched'

/** The time limit for the first track, and from then on for a complete answer, in ms. */
export const UNANSWERED_SWAP_MS = 30 * DAY_MS
/** The time within which a swapped track must have been played, in ms. */
export const SWAPPABLE_MS = 365 * DAY_MS

/** Returns the member's side in the swap. Throws a Refusal for other members. */
export function findSide(swap: Swap, memberId: number): Side {
  if (memberId === swap.initiatorId) return 'initiator'
  if (memberId === swap.matchedId) return 'matched'
  throw new Refusal(403, 'This swap is between two other members.', 'not_yours')
}

/** Throws a Refusal unless a swap may begin between two members. */
export function checkPartners(initiatorId: number, matched: Partner): void {
  if (initiatorId === matched.id) throw new Refusal(400, 'You cannot swap tracks with yourself.')
  if (matched.is_system) throw new Refusal(400, 'System does not swap tracks.')
}

/** The maximum number of unanswered swaps that one member can have begun with another. */
const OPEN_SWAPS_MAX = 3

/** Throws a Refusal if a member has begun too many unanswered swaps with another. */
export function checkOpenSwaps(open: number): void {
  if (open < OPEN_SWAPS_MAX) return
  const sentence = 'You have three open swaps with this member. Wait for an answer, or withdraw one.'
  throw new Refusal(409, sentence, 'too_many_swaps')
}

/** Returns how and when a swap ended without results; undefined if it is open or completed. */
export function findEnd(swap: Swap, now: Date): { readonly how: Ended; readonly at: Date } | undefined {
  if (swap.ended !== null && swap.endedAt !== null) return { how: swap.ended, at: swap.endedAt }
  if (isAnswered(swap)) return undefined
  const at = new Date((swap.sentAt ?? swap.createdAt).getTime() + UNANSWERED_SWAP_MS)
  return now > at ? { how: 'expired', at } : undefined
}

/** Throws a Refusal with the violated rule unless a side may add or replace its track now. */
export function checkTrackTurn(swap: Swap, side: Side, now: Date): void {
  checkNotEnded(swap, now)
  if (side === 'matched') checkFirstTrack(swap)
  const isRated = (side === 'initiator' ? swap.matchedRating : swap.initiatorRating) !== null
  if (isRated) throw new Refusal(409, 'Your track has been rated already and cannot be changed.', 'already_rated')
}

/** Throws a Refusal with the violated rule unless a side may rate now. */
export function checkRatingTurn(swap: Swap, side: Side, now: Date): void {
  const own = side === 'initiator' ? swap.initiatorRating : swap.matchedRating
  // Checked before the end: this response confirms that the rating counted.
  if (own !== null) throw new Refusal(409, 'You have already rated this track.', 'already_rated')
  checkNotEnded(swap, now)
  checkFirstTrack(swap)
  if (side === 'matched') return
  if (swap.matchedTrackId === null) {
    throw new Refusal(409, 'Your match has not sent a track yet.', 'swap_order')
  }
  if (swap.matchedRating === null) {
    throw new Refusal(409, 'Your match rates first and has not rated your track yet.', 'swap_order')
  }
}

/**
 * Returns whether a side may end the swap in this way; false if it has ended so before. Throws a
 * Refusal with the violated rule.
 */
export function checkEnding(swap: Swap, side: Side, how: 'declined' | 'withdrawn', now: Date): boolean {
  if (how === 'declined' && side === 'initiator') {
    throw new Refusal(403, 'You began this swap: you can withdraw it, your match can decline it.')
  }
  if (how === 'withdrawn' && side === 'matched') {
    throw new Refusal(403, 'Your match began this swap: you can decline it, your match can withdraw it.')
  }
  if (swap.ended === how) return false
  checkNotEnded(swap, now)
  if (how === 'declined') checkFirstTrack(swap)
  if (swap.matchedTrackId === null && swap.matchedRating === null) return true
  const sentence = how === 'declined' ? 'You have answered this swap already.' : 'Your match has answered already.'
  throw new Refusal(409, sentence, 'swap_order')
}

/** Throws a Refusal with the violated rule unless the results may be shared: both have rated. */
export function checkSharing(swap: Swap, now: Date): void {
  checkNotEnded(swap, now)
  if (swap.isLeft === true) throw createLeftRefusal()
  if (swap.initiatorRating === null || swap.matchedRating === null) {
    throw new Refusal(409, 'The results can be shared once both of you have rated.', 'swap_order')
  }
}

/** Returns whether the matched member has sent a track and rated. */
const isAnswered = (swap: Swap): boolean => swap.matchedTrackId !== null && swap.matchedRating !== null

const END_REASONS: Readonly<Record<Ended, string>> = {
  declined: 'the invited member declined it.',
  withdrawn: 'the member who began it withdrew it.',
  expired: 'it was not answered within 30 days.',
}

function checkNotEnded(swap: Swap, now: Date): void {
  const end = findEnd(swap, now)
  if (end === undefined) return
  const isTrackless = end.how === 'expired' && swap.initiatorTrackId === null
  const why = isTrackless ? 'no track was sent within 30 days.' : END_REASONS[end.how]
  if (swap.isLeft === true) throw createLeftRefusal()
  throw new Refusal(409, `This swap has ended: ${why}`, 'swap_ended')
}

/** The refusal for a swap that does not exist, or that the caller may not see. */
export const createNoSwapRefusal = () => new Refusal(404, 'Swap not found')

const createLeftRefusal = () =>
  new Refusal(409, 'This swap has ended: the other member has deleted their account.', 'swap_ended')

function checkFirstTrack(swap: Swap): void {
  if (swap.initiatorTrackId !== null) return
  const sentence = 'The member who began this swap sends the first track, which is not there yet.'
  throw new Refusal(409, sentence, 'swap_order')
}
