import { useSyncExternalStore } from 'react'
import { PLAYER_KEY } from '#contract/storage-names.ts'
import { readLocalStorage } from '#src/ui/local-storage.ts'
import type { PlayQueue } from './queue.ts'

/** A list to play; `stored`: the place in a list that this device has stored, paused. */
export type PlayRequest = PlayQueue | 'stored'

/** What the user wants to hear: the bar plays it. A new object at each press. */
let wanted: PlayRequest | null | undefined
const watchers = new Set<() => void>()

/** Plays a queue in the player bar and fetches its code at the first call; null closes the bar. */
export function requestPlay(request: PlayRequest | null): void {
  wanted = request
  for (const watcher of watchers) watcher()
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
const read = () => {
  if (wanted === undefined) wanted = readLocalStorage(PLAYER_KEY) === null ? null : 'stored'
  return wanted
}

/** Returns the last request; null: none, or the bar was closed. */
export const usePlayRequest = (): PlayRequest | null => useSyncExternalStore(subscribe, read, read)
