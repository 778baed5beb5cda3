import type { AnyRouter, RouterEvents } from '@tanstack/react-router'
import { clearEntries, noteEntry, readEntryPlace, storeEntries } from '#src/ui/entry-state.ts'
import { restoreScroll } from './restore-scroll.ts'

type Arrival = RouterEvents['onResolved' | 'onRendered']

/** The path at load, where the browser's focus remains. Shared by later routers. */
const openedOn = location.pathname
let isOpened = false

/** The server's tags for the page at load: browsers would share the canonical address later. */
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

const LATEST_MS = 30_000

/**
 * Moves the focus to the heading on a screen that was navigated to, as soon as the screen has one,
 * and again to the heading that replaces it, such as a name instead of "Profile". Stops at the
 * first input, after 30 s and when `signal` aborts. A screen that focuses another element retains
 * that focus; `previous` had the focus before the navigation.
 */
function focusHeading(previous: Element | null, signal: AbortSignal): void {
  const ending = new AbortController()
  const end = () => ending.abort()
  let isDone = false
  const attempt = () => {
    if (signal.aborted || ending.signal.aborted) return
    const focused = document.activeElement
    const isFree = focused === null || focused === document.body || (!isDone && focused === previous)
    if (!isFree && (isDone || focused.closest('main, dialog'))) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.focus({ preventScroll: true })
    isDone ||= heading !== null
  }
  attempt()
  const changes = new MutationObserver(attempt)
  changes.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(end, LATEST_MS)
  for (const input of ['pointerdown', 'keydown'])
    addEventListener(input, end, { passive: true, capture: true, signal: ending.signal })
  signal.addEventListener('abort', end, { signal: ending.signal })
  ending.signal.addEventListener('abort', () => {
    changes.disconnect()
    clearTimeout(timer)
  })
}
