/** How long a random match is repeated after a swap was sent: 10 h 5 min, in the demo a minute. */
export const MATCH_PAUSE_MS = (10 * 60 + 5) * 60_000
export const DEMO_MATCH_PAUSE_MS = 60_000
/** A match stays at least this long, so that there is time to choose a track. */
const SHORTEST_WINDOW_MS = 10 * 60_000
/** Whoever was seen within this time counts as active. */
export const ACTIVE_MS = 7 * 86_400_000
/** With whom a swap was begun within this time comes after everybody else. */
export const LATELY_MS = 30 * 86_400_000

/** A member who could be matched, as the database knows them. */
export interface Candidate {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
  readonly hasListens: boolean
  readonly isSwappedLately: boolean
}

/** The number of the time window in which a member gets the same match. */
export const windowOf = (now: Date, pauseMs: number): number =>
  Math.floor(now.getTime() / Math.max(pauseMs, SHORTEST_WINDOW_MS))

/**
 * Chooses among candidates that stand in the random order of member and window: somebody active before anyone else,
 * then with whom there was no swap lately, then who has listens. Undefined when nobody is there.
 */
export const chooseMatch = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.toSorted((a, b) => penalty(a) - penalty(b))[0]

const penalty = (it: Candidate): number =>
  (it.isActive ? 0 : 4) + (it.isSwappedLately ? 2 : 0) + (it.hasListens ? 0 : 1)
