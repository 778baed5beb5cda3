import { createStore } from '#src/ui/store.ts'
import type { PlayQueue } from './queue.ts'

const requested = createStore<PlayQueue | null>(null)

/** Plays a queue in the player bar and fetches its code at the first call; null closes the bar. */
export const requestPlay = (queue: PlayQueue | null): void => requested.set(queue)

/** Returns the queue that was requested last; null: none, or the bar was closed. */
export const usePlayRequest = requested.use
