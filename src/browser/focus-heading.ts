const LATEST_MS = 30_000

/**
 * Moves the focus to the heading on a screen that was navigated to, as soon as the screen has one,
 * and again to the heading that replaces it, such as a name instead of "Profile". Stops at the
 * first input, after 30 s and when `signal` aborts. A screen that focuses another element retains
 * that focus; `previous` had the focus before the navigation.
 */
export function focusHeading(previous: Element | null, signal: AbortSignal): void {
  const ending = new AbortController()
  const end = () => ending.abort()
  let isDone = false
  const attempt = () => {
    if (signal.aborted || ending.signal.aborted) return
    const focused = document.activeElement
    const isFree = focused === null || focused === document.body || (!isDone && focused === previous)
    if (!isFree && (isDone || focused.closest('main, dialog'))) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.focus({ preventScroll: true })
    isDone ||= heading !== null
  }
  attempt()
  const changes = new MutationObserver(attempt)
  changes.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(end, LATEST_MS)
  for (const input of ['pointerdown', 'keydown'])
    addEventListener(input, end, { passive: true, capture: true, signal: ending.signal })
  signal.addEventListener('abort', end, { signal: ending.signal })
  ending.signal.addEventListener('abort', () => {
    changes.disconnect()
    clearTimeout(timer)
  })
}
