import { useCallback, useSyncExternalStore } from 'react'

const TICK_MS = 250

/** Returns the seconds until a time in ms since 1970, rounded up, as they pass; 0 once it is over. */
export function useSecondsUntil(at: number): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      const timer = setInterval(() => {
        notify()
        if (Date.now() >= at) clearInterval(timer)
      }, TICK_MS)
      return () => clearInterval(timer)
    },
    [at],
  )
  return useSyncExternalStore(
    subscribe,
    () => Math.max(0, Math.ceil((at - Date.now()) / 1000)),
    () => 0,
  )
}
