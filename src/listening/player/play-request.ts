import { PLAYER_KEY } from '#contract/storage-names.ts'
import { readLocalStorage } from '#src/ui/local-storage.ts'
import { createStore } from '#src/ui/store.ts'
import type { PlayQueue } from './queue.ts'

/** A list to play; `stored`: the place in a list that this device has stored, paused. */
export type PlayRequest = PlayQueue | 'stored'

/** What the user wants to hear: the bar plays it. A new object at each press. */
const wanted = createStore<PlayRequest | null>(readLocalStorage(PLAYER_KEY) === null ? null : 'stored')

/** Plays a queue in the player bar and fetches its code at the first call; null closes the bar. */
export const requestPlay = wanted.set

/** Returns the last request; null: none, or the bar was closed. */
export const usePlayRequest = wanted.use
