import type { AnyRouter, RouterEvents } from '@tanstack/react-router'
import { clearEntries, noteEntry, readEntryPlace, storeEntries } from '#src/ui/entry-state.ts'
import { focusHeading } from './focus-heading.ts'
import { restoreScroll } from './restore-scroll.ts'

type Arrival = RouterEvents['onResolved' | 'onRendered']

/**
 * The path at load, where the browser's own focus remains. Later routers on the same page share it.
 */
const openedOn = location.pathname
let isOpened = false

/**
 * What the server inserts about the page at load (docs/link-previews.md). Browsers share the
 * canonical address instead of the current one.
 */
const TAGS_OF_PAGE = 'link[rel=canonical], link[rel=alternate], meta[property], meta[name=robots]'

/**
 * Manages focus and scrolling for a router: a navigation moves the focus to the new screen's
 * heading, and returning to an entry restores its scroll position. Aborting `signal` stops it.
 * Removes the preview of the page at load with the first path change.
 */
export function followNavigation(router: AnyRouter, signal: AbortSignal): void {
  let ending = new AbortController()
  let focused: Element | null = null
  let handled: string | undefined
  if (isOpened) clearEntries()
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
    if (fromLocation && pathChanged) for (const tag of document.head.querySelectorAll(TAGS_OF_PAGE)) tag.remove()
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
