import { useSyncExternalStore } from 'react'

/** A value outside React, with a hook that follows it. */
/* @__NO_SIDE_EFFECTS__ */
export function createStore<T>(initial: T) {
  const watchers = new Set<() => void>()
  let value = initial
  const read = () => value
  /** Calls `watcher` after every change. Returns a function that unsubscribes. */
  const subscribe = (watcher: () => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }
  const set = (next: T) => {
    value = next
    for (const watcher of watchers) watcher()
  }
  return { read, subscribe, set, use: () => useSyncExternalStore(subscribe, read, read) }
}
