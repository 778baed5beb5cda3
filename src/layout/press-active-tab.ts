import type { MouseEvent } from 'react'

/**
 * Handles a press on the tab of the screen that is shown: it scrolls to the top, and at the top it
 * refreshes.
 */
export function pressActiveTab(event: MouseEvent, refresh: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  if (window.scrollY === 0) return refresh()
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
}
