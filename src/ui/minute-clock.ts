import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minute = Math.floor(Date.now() / minuteMs)

function tick() {
  const next = Math.floor(Date.now() / minuteMs)
  if (next === minute) return
  minute = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Timers stop in a hidden page, so the minute is updated when the page becomes visible.
  if (timer === undefined) {
    timer = setInterval(tick, minuteMs / 4)
    document.addEventListener('visibilitychange', tick)
    tick()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** One timer for the whole page, however many times are shown. */
export const useMinute = (): number =>
  useSyncExternalStore(
    subscribe,
    () => minute,
    () => minute,
  )
