import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshAll } from '#src/cache/refetch.ts'
import { tabs } from '#src/layout/active-tab.ts'
import { copyEntry } from '#src/ui/entry-state.ts'

/** How a tab's own screen was left: its history entry and its search, such as the name looked for. */
interface Left {
  readonly key: string
  readonly search: string
}

/** A press on the shown tab scrolls up, then refreshes; one on another tab returns to its screen. */
export function useTabPresses(): void {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const left = new Map<string, Left>()
    let returning: Left | undefined
    // The router's `fromLocation` is the last one that has loaded, which may be an earlier one.
    let current = router.latestLocation
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      const { __TSR_key: key } = current.state
      const tab = tabs.find(({ to }) => to === current.pathname)
      if (tab && key !== undefined) left.set(tab.to, { key, search: current.searchStr })
      current = toLocation
      if (returning && toLocation.state.__TSR_key) copyEntry(returning.key, toLocation.state.__TSR_key)
      returning = undefined
    })
    const press = (event: MouseEvent) => {
      const tab = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(TAB) : null
      if (tab === null || event.metaKey || event.ctrlKey || event.shiftKey) return
      // A tab is also the current one for the screens below its own.
      if (tab.pathname === router.latestLocation.pathname) return pressActive(event)
      returning = left.get(tab.pathname)
      if (returning === undefined) return
      event.preventDefault()
      void router.navigate({ href: tab.pathname + returning.search })
    }
    const pressActive = (event: MouseEvent) => {
      event.preventDefault()
      if (window.scrollY === 0) return void refreshAll(client)
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
    }
    // Before the router's handler, which lets a prevented press pass.
    document.addEventListener('click', press, { capture: true })
    return () => {
      document.removeEventListener('click', press, { capture: true })
      unsubscribe()
    }
  }, [client, router])
}

const TAB = 'nav[aria-label="Main"] a'
