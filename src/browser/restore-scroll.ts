import type { Place } from '#src/ui/entry-state.ts'

/** Input events by which the user takes over scrolling. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
const TIMEOUT_MS = 10_000
/** Frames for which the position must be stable: content above it may still load. */
const STEADY_FRAMES = 30
/** A scroll by the user in px, once the place was reached, such as with the scroll bar. */
const JUMP_PX = 200

/** Returns the distance to a place in px, by its row if rendered: heights above may differ. */
function distanceTo({ y, row }: Place): number {
  const element = row && document.querySelector(`main [data-row="${CSS.escape(row.key)}"]`)
  return element && row ? element.getBoundingClientRect().top - row.top : y - window.scrollY
}

/**
 * Scrolls to a place. If the screen is still too short because its list is loading, it scrolls as
 * the screen grows: until the place is reached and stable, the user scrolls, 10 s have passed or
 * `signal` aborts.
 */
export function restoreScroll(place: Place, signal: AbortSignal): void {
  const ending = new AbortController()
  const end = () => ending.abort()
  let steady = 0
  let reachedAt: number | undefined
  const step = () => {
    if (ending.signal.aborted) return
    const distance = distanceTo(place)
    const room = document.documentElement.scrollHeight - window.innerHeight
    const isJump = reachedAt !== undefined && window.scrollY !== reachedAt && Math.abs(distance) > JUMP_PX
    // A screen that shrinks briefly while its list is replaced was not scrolled by the user.
    if (isJump && room >= window.scrollY + distance) return end()
    if (Math.abs(distance) > 1) window.scrollBy({ top: distance, behavior: 'instant' })
    steady = Math.abs(distance) > 1 ? 0 : steady + 1
    if (steady > 0 || reachedAt !== undefined) reachedAt = window.scrollY
    if (steady < STEADY_FRAMES) requestAnimationFrame(step)
    else end()
  }
  const timer = setTimeout(end, TIMEOUT_MS)
  for (const input of INPUTS) addEventListener(input, end, { passive: true, capture: true, signal: ending.signal })
  signal.addEventListener('abort', end, { signal: ending.signal })
  ending.signal.addEventListener('abort', () => clearTimeout(timer))
  step()
}
