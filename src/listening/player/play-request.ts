import { useSyncExternalStore } from 'react'
import { toLibrarySongPath } from '#contract/listening/music-library.ts'
import { SONG_CACHE } from '#contract/storage-names.ts'
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

/** Resolves to whether a song can be played without a connection. */
export async function isSongStored(id: number): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  return (await caches.match(toLibrarySongPath(id), { cacheName: SONG_CACHE })) !== undefined
}
