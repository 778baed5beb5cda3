import { useSyncExternalStore } from 'react'
import type { PlayQueue } from './queue.ts'

/** What the user wants to hear: the bar plays it. A new object at each press. */
let wanted: PlayQueue | null = null
const watchers = new Set<() => void>()

/** Plays a queue in the player bar and fetches its code at the first call; null closes the bar. */
export function requestPlay(queue: PlayQueue | null): void {
  wanted = queue
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const read = () => wanted

/** Returns the queue that was requested last; null: none, or the bar was closed. */
export const usePlayRequest = (): PlayQueue | null => useSyncExternalStore(subscribe, read, read)
