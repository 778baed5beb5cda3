import { useSyncExternalStore } from 'react'

/** A text that is stored on this device, for every member and visitor. */
export interface DeviceSetting {
  /** The stored text; null before one was stored. Follows changes, those of other tabs too. */
  use: () => string | null
  /** Stores a text, or removes it with null. Where nothing can be stored it lasts until the page is left. */
  set: (text: string | null) => void
}

/** A setting in localStorage under `key`, read once and then held: a list may read it in every row. */
/* @__NO_SIDE_EFFECTS__ */
export function createDeviceSetting(key: string): DeviceSetting {
  let value: string | null | undefined
  const watchers = new Set<() => void>()
  const read = () => (value === undefined ? (value = readStored(key)) : value)
  const change = (next: string | null) => {
    value = next
    for (const watcher of watchers) watcher()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) change(readStored(key))
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
    use: () => useSyncExternalStore(subscribe, read, () => null),
    set: (text) => {
      store(key, text)
      change(text)
    },
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // Storage is forbidden (private modes, site settings).
  }
}

function store(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    console.warn(`${key} can't be stored on this device; it lasts until the page is left.`)
  }
}
