import type { QueryClient } from '@tanstack/react-query'
import { setLeastPollInterval } from './poll-interval.ts'

const UNUSED_AFTER_MS = 3 * 60_000
/** The least poll interval on a page that is not used, in ms. */
const SLOW_MS = 60_000

const TOUCHES = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'focus'] as const

/**
 * Slows polls to one a minute once the visible page has not been touched for three minutes. The
 * next touch, or the return to the tab, refetches the polled queries at once, which resumes their
 * own intervals. The status is polled as before: it reports news meanwhile.
 */
export function slowUnusedPolls(client: () => QueryClient): void {
  let touchedAt = performance.now()
  let isUnused = false
  const check = () => {
    const leftMs = touchedAt + UNUSED_AFTER_MS - performance.now()
    isUnused = leftMs <= 0
    if (isUnused) setLeastPollInterval(SLOW_MS)
    else setTimeout(check, leftMs)
  }
  const onTouch = () => {
    touchedAt = performance.now()
    if (!isUnused) return
    setLeastPollInterval(0)
    check()
    void refetchPolled(client())
  }
  for (const type of TOUCHES) window.addEventListener(type, onTouch, { capture: true, passive: true })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onTouch())
  check()
}

const refetchPolled = (client: QueryClient) =>
  client.refetchQueries(
    {
      type: 'active',
      predicate: ({ observers }) => observers.some(({ options }) => typeof options.refetchInterval === 'function'),
    },
    { cancelRefetch: false },
  )
