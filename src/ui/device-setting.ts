import { useSyncExternalStore } from 'react'
import { readLocalStorage, writeLocalStorage } from './local-storage.ts'

/** A string stored on this device, shared by all members and visitors. */
interface DeviceSetting {
  /** Returns the stored string or null. Follows changes by any tab. */
  use: () => string | null
  /** Returns what `select` makes of the stored string. Only another result renders again. */
  useSelected: <T extends string | boolean>(select: (text: string | null) => T) => T
  read: () => string | null
  /** Stores a string; null removes it. Without storage it lasts until the page is left. */
  set: (text: string | null) => void
}

/** Returns a setting in localStorage. */
/* @__NO_SIDE_EFFECTS__ */
export function createDeviceSetting(key: string): DeviceSetting {
  const watchers = new Set<() => void>()
  /** The value, if the browser could not store it. */
  let unstored: string | null | undefined
  const read = () => (unstored === undefined ? readLocalStorage(key) : unstored)
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher)
    addEventListener('storage', watcher)
    return () => {
      watchers.delete(watcher)
      removeEventListener('storage', watcher)
    }
  }
  return {
    read,
    use: () => useSyncExternalStore(subscribe, read, () => null),
    useSelected: (select) =>
      useSyncExternalStore(
        subscribe,
        () => select(read()),
        () => select(null),
      ),
    set: (text) => {
      unstored = writeLocalStorage(key, text) ? undefined : text
      for (const watcher of watchers) watcher()
    },
  }
}
