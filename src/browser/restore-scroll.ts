import type { Place } from '#src/ui/entry-state.ts'

/** Input by which a person takes over the scrolling. */
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
const PATIENCE_MS = 10_000
/** For so many frames the place has to stay right: content above it may still load. */
const STEADY_FRAMES = 30
/** A jump by more than this, in px, once the place was reached, is a scroll by other means, such as the scroll bar. */
const JUMP_PX = 200

/** How far the page is scrolled from a place, in px: by its row where that is rendered, since what is above may have another height. */
function distanceTo({ y, row }: Place): number {
  const element = row && document.querySelector(`main [data-row="${CSS.escape(row.key)}"]`)
  return element && row ? element.getBoundingClientRect().top - row.top : y - window.scrollY
}

/**
 * Scrolls to a place. A screen that is still too short for it, since its list is loading, is scrolled as it grows: until the place is
 * reached and steady, a person scrolls, 10 s have passed or `signal` aborts.
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
    // A screen that has become shorter for a moment, as its list is replaced, was not scrolled.
    if (isJump && room >= window.scrollY + distance) return end()
    if (Math.abs(distance) > 1) window.scrollBy({ top: distance, behavior: 'instant' })
    steady = Math.abs(distance) > 1 ? 0 : steady + 1
    if (steady > 0 || reachedAt !== undefined) reachedAt = window.scrollY
    if (steady < STEADY_FRAMES) requestAnimationFrame(step)
    else end()
  }
  const timer = setTimeout(end, PATIENCE_MS)
  for (const input of INPUTS) addEventListener(input, end, { passive: true, capture: true, signal: ending.signal })
  signal.addEventListener('abort', end, { signal: ending.signal })
  ending.signal.addEventListener('abort', () => clearTimeout(timer))
  step()
}
