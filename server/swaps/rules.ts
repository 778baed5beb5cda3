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
}

/** Whom somebody chose to swap with. */
export interface Partner {
  readonly id: number
  readonly is_system: boolean
}

export type Side = 'initiator' | 'matched'

const DAY_MS = 86_400_000
/** How long a swap waits for its first track. */
export const TRACKLESS_SWAP_MS = 30 * DAY_MS
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

/** Whether a swap ended because its first track never came. */
export const isEnded = (swap: Swap, now: Date): boolean =>
  swap.initiatorTrackId === null && now.getTime() - swap.createdAt.getTime() > TRACKLESS_SWAP_MS

/** Checks that a side may add its track now, or replace it. Throws a Refusal that says which rule is against it. */
export function checkTrackTurn(swap: Swap, side: Side, now: Date): void {
  checkNotEnded(swap, now)
  if (side === 'matched' && swap.initiatorTrackId === null) throw initiatorFirst()
  const isRated = (side === 'initiator' ? swap.matchedRating : swap.initiatorRating) !== null
  if (isRated) throw new Refusal(409, 'Your track has been rated already and cannot be changed.', 'already_rated')
}

/** Checks that a side may rate now. Throws a Refusal that says which rule is against it. */
export function checkRatingTurn(swap: Swap, side: Side, now: Date): void {
  checkNotEnded(swap, now)
  const own = side === 'initiator' ? swap.initiatorRating : swap.matchedRating
  if (own !== null) throw new Refusal(409, 'You have already rated this track.', 'already_rated')
  if (swap.initiatorTrackId === null) throw initiatorFirst()
  if (side === 'matched') return
  if (swap.matchedTrackId === null) {
    throw new Refusal(409, 'Your match has not sent a track yet.', 'swap_order')
  }
  if (swap.matchedRating === null) {
    throw new Refusal(409, 'Your match rates first and has not rated your track yet.', 'swap_order')
  }
}

/** Whether the swap waits for this side to act. */
export function isWaitingFor(swap: Swap, side: Side): boolean {
  if (swap.initiatorTrackId === null) return false
  const isAnswered = swap.matchedTrackId !== null && swap.matchedRating !== null
  return side === 'matched' ? !isAnswered : isAnswered && swap.initiatorRating === null
}

function checkNotEnded(swap: Swap, now: Date): void {
  if (!isEnded(swap, now)) return
  throw new Refusal(409, 'This swap has ended, because no track was sent within 30 days.', 'swap_order')
}

const initiatorFirst = () =>
  new Refusal(409, 'The member who began this swap sends the first track, which is not there yet.', 'swap_order')
