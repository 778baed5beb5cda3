import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
