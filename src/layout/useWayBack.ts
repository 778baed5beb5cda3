import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { BackLink } from './ScreenHeader.tsx'

/** Returns the way to the app's previous screen, with its scroll position, else `fallback`. */
export function useWayBack(fallback: BackLink = { to: '/', label: 'Back' }): BackLink {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = (event: MouseEvent) => {
    // A new tab opens the fallback.
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.back()
  }
  return { ...fallback, label: canGoBack ? 'Back' : fallback.label, onClick: goBack }
}
