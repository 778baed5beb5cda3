import { useEffect, useEffectEvent } from 'react'

const THRESHOLD_PX = 90

/**
 * Refreshes on a pull at the top of the page, for the installed app, which has no reload button.
 */
export function usePullToRefresh(onRefresh: () => void) {
  const refresh = useEffectEvent(onRefresh)
  useEffect(() => {
    let from: number | undefined
    const start = (event: TouchEvent) => {
      from = window.scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
    }
    const end = (event: TouchEvent) => {
      const to = event.changedTouches[0]?.clientY
      if (from !== undefined && to !== undefined && window.scrollY <= 0 && to - from > THRESHOLD_PX) refresh()
      from = undefined
    }
    document.addEventListener('touchstart', start, { passive: true })
    document.addEventListener('touchend', end, { passive: true })
    return () => {
      document.removeEventListener('touchstart', start)
      document.removeEventListener('touchend', end)
    }
  }, [])
}
