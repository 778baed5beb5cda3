const FIRST_MS = 2000
const LONGEST_MS = 30_000
const CALM_MS = 60_000

/**
 * Spaces out wake-ups that ignore the backoff: on a flapping connection each return would otherwise send everything
 * again. Says how long this one has to wait, in ms, 0 for not at all. The space doubles from 2 s to 30 s, and is 2 s again after a
 * calm minute.
 */
export function createSpacing() {
  let spaceMs = FIRST_MS
  let last: number | undefined
  return (now: number): number => {
    const sinceMs = last === undefined ? CALM_MS : now - last
    const isCalm = sinceMs >= CALM_MS || sinceMs < 0 // below 0: the clock was put back
    if (!isCalm && sinceMs < spaceMs) return spaceMs - sinceMs
    if (last !== undefined) spaceMs = isCalm ? FIRST_MS : Math.min(LONGEST_MS, spaceMs * 2)
    last = now
    return 0
  }
}
