/** How long retries wait. */
export interface BackOff {
  /** The pause after the first failure, in ms. */
  readonly firstMs: number
  /** The longest pause, in ms, without jitter. */
  readonly longestMs: number
}

/** The fraction of a pause that is added at random, at most. */
const JITTER = 0.25

/**
 * Returns the pause before a retry, in ms: `firstMs` doubled with each earlier attempt, at least
 * `retryAfterMs`, at most `longestMs`. Jitter is added, so that rows that failed together are not
 * retried together.
 */
export const toBackOffMs = (attempts: number, { firstMs, longestMs }: BackOff, retryAfterMs = 0): number =>
  Math.min(longestMs, Math.max(firstMs * 2 ** attempts, retryAfterMs)) * (1 + Math.random() * JITTER)
