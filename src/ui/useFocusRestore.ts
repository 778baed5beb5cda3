import { useEffect } from 'react'

/** Moves the focus to the heading when its focused button unmounts, instead of to the body. */
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
