import { useEffect } from 'react'

/**
 * Restores the focus when a pressed button disappears: if the focused button unmounts with its
 * content, the focus moves to the screen's heading instead of the body.
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
