import { Refusal } from '#server/http/refusal.ts'

/** What the rules look at. A side's track and rating are null until they exist. */
export interface Swap {
  readonly id: number
  readonly initiatorId: number
  readonly matchedId: number
  readonly initiatorTrackId: number | null
  readonly matchedTrackId: number | null
  /** The rating that the initiator gave, 1 to 5. */
  readonly initiatorRating: number | null
  readonly matchedRating: number | null
  readonly createdAt: Date
  /** When the initiator's first track was there. */
  readonly sentAt: Date | null
  /** How it ended without results, as far as that was written down: {@link endOf} also knows what time has ended. */
  readonly ended: Ended | null
  readonly endedAt: Date | null
  /** One of the two has deleted their account, which ended it. */
  readonly isLeft?: boolean
}

export type Ended = 'declined' | 'withdrawn' | 'expired'

/** Whom somebody chose to swap with. */
export interface Partner {
  readonly id: number
  readonly is_system: boolean
}

export type Side = 'initiator' | 'matched'

const DAY_MS = 86_400_000
/** How long a swap waits for its first track, and from then on for a whole answer. */
export const UNANSWERED_SWAP_MS = 30 * DAY_MS
/** How far back a track must have been played to be swapped. */
export const SWAPPABLE_MS = 365 * DAY_MS

/** Which side of the swap a member is on. Throws a Refusal for everybody else. */
export function sideOf(swap: Swap, memberId: number): Side {
  if (memberId === swap.initiatorId) return 'initiator'
  if (memberId === swap.matchedId) return 'matched'
  throw new Refusal(403, 'This swap is between two other members.', 'not_yours')
}

/** Checks that a swap may begin between two members. Throws a Refusal. */
export function checkPartners(initiatorId: number, matched: Partner): void {
  if (initiatorId === matched.id) throw new Refusal(400, 'You cannot swap tracks with yourself.')
  if (matched.is_system) throw new Refusal(400, 'System does not swap tracks.')
}

/** How and when a swap ended without results; undefined while it is open, and once it is completed. */
export function endOf(swap: Swap, now: Date): { readonly how: Ended; readonly at: Date } | undefined {
  if (swap.ended !== null && swap.endedAt !== null) return { how: swap.ended, at: swap.endedAt }
  if (isAnswered(swap)) return undefined
  const at = new Date((swap.sentAt ?? swap.createdAt).getTime() + UNANSWERED_SWAP_MS)
  return now > at ? { how: 'expired', at } : undefined
}

/** Checks that a side may add its track now, or replace it. Throws a Refusal that says which rule is against it. */
export function checkTrackTurn(swap: Swap, side: Side, now: Date): void {
  checkNotEnded(swap, now)
  if (side === 'matched') checkFirstTrack(swap)
  const isRated = (side === 'initiator' ? swap.matchedRating : swap.initiatorRating) !== null
  if (isRated) throw new Refusal(409, 'Your track has been rated already and cannot be changed.', 'already_rated')
}

/** Checks that a side may rate now. Throws a Refusal that says which rule is against it. */
export function checkRatingTurn(swap: Swap, side: Side, now: Date): void {
  const own = side === 'initiator' ? swap.initiatorRating : swap.matchedRating
  // Before the end: who hears this knows that the rating counted.
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

/** Checks that a side may end the swap so. False when it ended so before. Throws a Refusal that says which rule is against it. */
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

/** Whether the swap waits for this side to act. */
export function isWaitingFor(swap: Swap, side: Side, now: Date): boolean {
  if (swap.initiatorTrackId === null || endOf(swap, now) !== undefined) return false
  return side === 'matched' ? !isAnswered(swap) : isAnswered(swap) && swap.initiatorRating === null
}

/** The matched member has sent a track and rated. */
const isAnswered = (swap: Swap): boolean => swap.matchedTrackId !== null && swap.matchedRating !== null

const HOW_IT_ENDED: Readonly<Record<Ended, string>> = {
  declined: 'the invited member declined it.',
  withdrawn: 'the member who began it withdrew it.',
  expired: 'it was not answered within 30 days.',
}

function checkNotEnded(swap: Swap, now: Date): void {
  const end = endOf(swap, now)
  if (end === undefined) return
  const isTrackless = end.how === 'expired' && swap.initiatorTrackId === null
  const why = isTrackless ? 'no track was sent within 30 days.' : HOW_IT_ENDED[end.how]
  const told = swap.isLeft === true ? 'the other member has deleted their account.' : why
  throw new Refusal(409, `This swap has ended: ${told}`, 'swap_ended')
}

function checkFirstTrack(swap: Swap): void {
  if (swap.initiatorTrackId !== null) return
  const sentence = 'The member who began this swap sends the first track, which is not there yet.'
  throw new Refusal(409, sentence, 'swap_order')
}
