const FIRST_MS = 2000
const LONGEST_MS = 30_000
const CALM_MS = 60_000

/**
 * Spaces out wake-ups that ignore the backoff: on an unstable connection each return would
 * otherwise send all entries again. Returns the wait in ms, 0 for none. The interval doubles from 2
 * s to 30 s, and resets to 2 s after a minute without wake-ups.
 */
export function createSpacing() {
  let spaceMs = FIRST_MS
  let last: number | undefined
  return (now: number): number => {
    const sinceMs = last === undefined ? CALM_MS : now - last
    const isCalm = sinceMs >= CALM_MS || sinceMs < 0 // below 0: the clock was set back
    if (!isCalm && sinceMs < spaceMs) return spaceMs - sinceMs
    if (last !== undefined) spaceMs = isCalm ? FIRST_MS : Math.min(LONGEST_MS, spaceMs * 2)
    last = now
    return 0
  }
}
