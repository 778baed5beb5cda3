/**
 * The time in which a random match is repeated after a swap was sent: 10 h 5 min, in the demo a
 * minute.
 */
export const MATCH_PAUSE_MS = (10 * 60 + 5) * 60_000
export const DEMO_MATCH_PAUSE_MS = 60_000
/** The minimum window length, so that there is time to choose a track. */
const SHORTEST_WINDOW_MS = 10 * 60_000
/** Members seen within this time are active, in ms. */
export const ACTIVE_MS = 7 * 86_400_000
/** Partners in a swap begun within this time are ranked last, in ms. */
export const RECENT_SWAP_MS = 30 * 86_400_000

export interface Candidate {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
  readonly hasListens: boolean
  readonly isSwappedLately: boolean
}

/** Returns the time window number in which a member's match stays the same. */
export const windowNumber = (now: Date, pauseMs: number): number =>
  Math.floor(now.getTime() / Math.max(pauseMs, SHORTEST_WINDOW_MS))

/**
 * Returns the best candidate from `candidates`, which are in random order: active members first,
 * then those without a recent swap, then those with listens. Undefined if there are none.
 */
export const chooseMatch = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.toSorted((a, b) => penalty(a) - penalty(b))[0]

const penalty = ({ isActive, isSwappedLately, hasListens }: Candidate): number =>
  (isActive ? 0 : 4) + (isSwappedLately ? 2 : 0) + (hasListens ? 0 : 1)
