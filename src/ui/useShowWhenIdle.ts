import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const QUIET_MS = 1500
const TOP_PX = 40
const INPUTS = ['pointerdown', 'keydown', 'scroll', 'wheel'] as const
const BUSY = 'input:focus, textarea:focus, select:focus, dialog[open], [popover]:popover-open'

const isIdle = () => document.visibilityState === 'visible' && scrollY < TOP_PX && document.querySelector(BUSY) === null

/** Whether a card has been shown in this page: then it is rendered at once on the next screens. */
interface Shown {
  before: boolean
}

/**
 * Returns whether a card that is due may be shown. It waits until there was no input for 1.5 s, at
 * the top of the screen, with nothing open and no field focused. The content below it stays where it
 * is: the page scrolls by the height of the card, which is then above, and at the top of the next
 * screens. The caller stores `shown`.
 */
export function useShowWhenIdle(isDue: boolean, shown: Shown): boolean {
  const [isTime, setTime] = useState(shown.before)
  const before = useRef<{ height: number; top: number }>(undefined)
  useLayoutEffect(() => {
    if (!isTime || before.current === undefined) return
    const { height, top } = before.current
    before.current = undefined
    // To a position, not by a distance: away from the top the browser anchors the content as well.
    scrollTo({ top: top + document.documentElement.scrollHeight - height, behavior: 'instant' })
  }, [isTime])
  useEffect(() => {
    if (!isDue || isTime) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ending = new AbortController()
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!isIdle()) return restart()
        shown.before = true
        before.current = { height: document.documentElement.scrollHeight, top: scrollY }
        setTime(true)
      }, QUIET_MS)
    }
    for (const input of INPUTS)
      addEventListener(input, restart, { passive: true, capture: true, signal: ending.signal })
    restart()
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [isDue, isTime, shown])
  return isTime
}
