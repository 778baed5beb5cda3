import type { AnyRouter, RouterEvents } from '@tanstack/react-router'
import { forgetEntries, noteEntry, readEntryPlace, storeEntries } from '#src/ui/entry-state.ts'
import { focusHeading } from './focus-heading.ts'
import { restoreScroll } from './restore-scroll.ts'

type Arrival = RouterEvents['onResolved' | 'onRendered']

/** The address that the page was opened on keeps the browser's own focus. A later router of the same page continues it. */
const openedOn = location.pathname
let isOpened = false

/**
 * Joins a router to the browser's focus and scrolling: after a navigation the focus is on the new screen's heading, and an entry that
 * is returned to is scrolled as it was left. `signal` ends the router's time.
 */
export function followNavigation(router: AnyRouter, signal: AbortSignal): void {
  let ending = new AbortController()
  let focused: Element | null = null
  let handled: string | undefined
  if (isOpened) forgetEntries()
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    focused = document.activeElement
    if (fromLocation) noteEntry(fromLocation.state.__TSR_key ?? fromLocation.href)
  })
  const arrive = ({ fromLocation, toLocation, pathChanged }: Arrival) => {
    const entry = `${toLocation.state.__TSR_key} ${toLocation.href}`
    if (entry === handled) return
    handled = entry
    const isMoved = pathChanged || fromLocation?.state.__TSR_index !== toLocation.state.__TSR_index
    const isFirst = !isOpened && toLocation.pathname === openedOn
    isOpened = true
    if (!isMoved && !isFirst) return
    ending.abort()
    ending = new AbortController()
    const both = AbortSignal.any([ending.signal, signal])
    const place = readEntryPlace()
    if (place) restoreScroll(place, both)
    if (!isFirst) focusHeading(focused, both)
  }
  // A load that React renders together with a later one is resolved, never rendered.
  router.subscribe('onResolved', arrive)
  router.subscribe('onRendered', arrive)
  window.addEventListener(
    'pagehide',
    () => {
      noteEntry()
      storeEntries()
    },
    { signal },
  )
}
