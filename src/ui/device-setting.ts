import { useSyncExternalStore } from 'react'
import { readLocalStorage, writeLocalStorage } from './local-storage.ts'

/** A string stored on this device, shared by all members and visitors. */
interface DeviceSetting {
  /** Returns the stored string or null. Follows changes by any tab. */
  use: () => string | null
  read: () => string | null
  /** Stores a string; null removes it. Without storage it lasts until the page is left. */
  set: (text: string | null) => void
}

/** Returns a setting in localStorage. Read once, so that every list row may use it. */
/* @__NO_SIDE_EFFECTS__ */
export function createDeviceSetting(key: string): DeviceSetting {
  let value: string | null | undefined
  const watchers = new Set<() => void>()
  const read = () => (value === undefined ? (value = readLocalStorage(key)) : value)
  const change = (next: string | null) => {
    value = next
    for (const watcher of watchers) watcher()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) change(readLocalStorage(key))
  }
  const subscribe = (watcher: () => void) => {
    if (watchers.size === 0) addEventListener('storage', onStorage)
    watchers.add(watcher)
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0) removeEventListener('storage', onStorage)
    }
  }
  return {
    read,
    use: () => useSyncExternalStore(subscribe, read, () => null),
    set: (text) => {
      writeLocalStorage(key, text)
      change(text)
    },
  }
}
