import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshAll } from '#src/cache/live.ts'

const ACTIVE_TAB = 'nav[aria-label="Main"] a[aria-current="page"]'

/**
 * A press on the tab of the screen that is shown scrolls to its top, and refreshes it there. Not in
 * the tab bar: its code is part of the first screen.
 */
export function useActiveTabPress(): void {
  const client = useQueryClient()
  useEffect(() => {
    const press = (event: MouseEvent) => {
      const tab = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(ACTIVE_TAB) : null
      // A tab is also the current one of the screens below its own.
      if (tab?.pathname !== location.pathname || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      if (window.scrollY === 0) return void refreshAll(client)
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
    }
    // Before the router's handler, which lets a prevented press pass.
    document.addEventListener('click', press, { capture: true })
    return () => document.removeEventListener('click', press, { capture: true })
  }, [client])
}
