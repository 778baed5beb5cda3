import { useEffect, useState } from 'react'

/** So long nobody has touched, typed or scrolled. */
const QUIET_MS = 1500
const TOP_PX = 40
const INPUTS = ['pointerdown', 'keydown', 'scroll', 'wheel'] as const
const BUSY = 'input:focus, textarea:focus, select:focus, dialog[open], [popover]:popover-open'

const isAtRest = () =>
  document.visibilityState === 'visible' && scrollY < TOP_PX && document.querySelector(BUSY) === null

/** Resolves when a person is at rest at the top of a screen, with nothing open and nothing being filled in. */
function quietMoment(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(look, QUIET_MS)
    }
    const look = () => {
      if (!isAtRest()) return wait()
      end()
      resolve()
    }
    for (const input of INPUTS) addEventListener(input, wait, { passive: true, capture: true, signal: ended.signal })
    signal.addEventListener('abort', end)
    wait()
  })
}

/** Whether it was shown before in this page: then it stands on the next screens from their start. */
export interface Shown {
  before: boolean
}

/**
 * Whether what is due may be shown now: its first showing moves what is below it, so it waits until nobody is busy there. `shown` is kept
 * by the caller for as long as the page lives.
 */
export function useQuietMoment(isDue: boolean, shown: Shown): boolean {
  const [isTime, setTime] = useState(shown.before)
  useEffect(() => {
    if (!isDue || isTime) return
    const ending = new AbortController()
    void quietMoment(ending.signal).then(() => {
      shown.before = true
      setTime(true)
    })
    return () => ending.abort()
  }, [isDue, isTime, shown])
  return isTime
}
