import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is in sight: false in a hidden tab. */
export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
