let leastMs = 0

/** Returns a poll interval in ms, which is longer while the page is not used. */
export const pollInterval = (everyMs: number): number => Math.max(everyMs, leastMs)

/** Sets the least poll interval in ms; 0 for their own. Applied after the next response. */
export function setLeastPollInterval(ms: number) {
  leastMs = ms
}
