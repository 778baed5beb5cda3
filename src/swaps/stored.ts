import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import {
  NEW_MATCH_KEY,
  PENDING_SWAP_KEY,
  SWAP_ID_KEY,
  SWAP_MATCH_KEY,
  SWAP_TRACK_KEY,
} from '#contract/storage-names.ts'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'

/**
 * The spec's local storage keys of the Track Swap, read and written here alone. An invalid value
 * counts as absent: another build or a person wrote it. Removed with the member's session
 * (`src/cache/wipe.ts`).
 */
const keys = {
  match: SWAP_MATCH_KEY,
  swapId: SWAP_ID_KEY,
  isNewWanted: NEW_MATCH_KEY,
  pendingId: PENDING_SWAP_KEY,
  track: SWAP_TRACK_KEY,
} as const

const Match = v.object({
  username: v.pipe(v.string(), v.minLength(1)),
  profileImage: v.nullish(v.string(), ''),
  /** Unknown if the device chose a member by name alone. */
  swag: v.optional(
    v.pipe(
      v.nullable(v.number()),
      v.transform((swag) => swag ?? undefined),
    ),
  ),
})
export type Match = v.InferOutput<typeof Match>

const ChosenTrack = v.object({
  id: v.number(),
  name: v.string(),
  artist: v.string(),
  playCount: v.optional(v.number(), 0),
  url: v.optional(v.string(), ''),
  track_url: v.optional(v.string(), ''),
})
export type ChosenTrack = v.InferOutput<typeof ChosenTrack>

const SwapIdText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(1))

interface Stored {
  match: Match | undefined
  swapId: number | undefined
  isNewWanted: boolean
  pendingId: number | undefined
  track: ChosenTrack | undefined
}

const parse = <S extends v.GenericSchema>(schema: S, text: string | null): v.InferOutput<S> | undefined => {
  const result = v.safeParse(schema, text)
  return result.success ? result.output : undefined
}

const json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema)

export const readStored = (): Stored => ({
  match: parse(json(Match), readLocalStorage(keys.match)),
  swapId: parse(SwapIdText, readLocalStorage(keys.swapId)),
  isNewWanted: readLocalStorage(keys.isNewWanted) === 'true',
  pendingId: parse(SwapIdText, readLocalStorage(keys.pendingId)),
  track: parse(json(ChosenTrack), readLocalStorage(keys.track)),
})

const watchers = new Set<() => void>()

function write(changes: Partial<Record<keyof typeof keys, string | undefined>>) {
  for (const [name, text] of Object.entries(changes)) {
    const key = keys[name as keyof typeof keys] // the names of `changes` are those of `keys`
    writeLocalStorage(key, text ?? null)
  }
  for (const watcher of watchers) watcher()
}

/** The member belongs to no swap yet, and no new match is wanted any more. */
export const storeMatch = (match: Match) =>
  write({ match: JSON.stringify(match), swapId: undefined, isNewWanted: undefined })

/** Removes the match and everything that depends on it, for the back arrow. */
export const clearMatch = () => write({ match: undefined, swapId: undefined, track: undefined })

/** Requests a new match for the next time that the battle opens. */
export const wantNewMatch = () => write({ isNewWanted: 'true' })

export const storeTrack = (track: ChosenTrack) => write({ track: JSON.stringify(track), swapId: undefined })

export const storeSwapId = (id: number) => write({ swapId: String(id) })

/** Removes the id for an earlier swap: a new one with match and track is in flight. */
export const clearSwapId = () => write({ swapId: undefined })

/** Stores the swap that was opened from the history. */
export const storePendingId = (id: number) => write({ pendingId: String(id) })

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  window.addEventListener('storage', watcher) // another tab wrote
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

const snapshot = () => JSON.stringify(Object.values(keys).map(readLocalStorage))

/** Returns the stored values, updated after every change in any tab. */
export function useStored(): Stored {
  const texts = useSyncExternalStore(subscribe, snapshot)
  // oxlint-disable-next-line react/exhaustive-deps -- what is read changes exactly when the texts do
  return useMemo(readStored, [texts])
}
