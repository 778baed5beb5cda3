import { useEffect } from 'react'

/**
 * Joins what comes and goes by a press of its own, or of what it replaces, to the browser's focus: when the pressed button
 * has left the page with it, the focus goes to the screen's heading instead of nowhere.
 */
export function useFocusKept() {
  useEffect(() => {
    keep()
    return () => void setTimeout(keep)
  }, [])
}

function keep() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
