import { useEffect } from 'react'

/**
 * Restores the focus when a pressed button disappears: if the focused button unmounts with its
 * content, the focus moves to the screen's heading instead of the body.
 */
export function useFocusRestore() {
  useEffect(() => {
    restoreFocus()
    return () => void setTimeout(restoreFocus)
  }, [])
}

function restoreFocus() {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
