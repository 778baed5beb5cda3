import { useSyncExternalStore } from 'react'

/** On this device, for whoever uses it: where tracks are opened. */
const KEY = 'flipside_listen_service'
const watchers = new Set<() => void>()

const read = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // a browser that keeps nothing
  }
}

/** Remembers where tracks are opened on this device. */
export function chooseService(id: string) {
  try {
    localStorage.setItem(KEY, id)
  } catch (error) {
    console.warn('The service could not be remembered.', error)
  }
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The id of the chosen service; null before one was chosen. */
export const useChosenService = (): string | null => useSyncExternalStore(subscribe, read)
