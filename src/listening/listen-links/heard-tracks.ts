import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { HEARD_TRACKS_KEY } from '#contract/storage-names.ts'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'

interface NamedTrack {
  readonly name: string
  readonly artist: string
}

/** The most stored tracks; the one marked first is dropped. */
const MOST = 200
const Keys = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

const watchers = new Set<() => void>()
/** The value, if the browser could not store it: it lasts until the page is left. */
let unstored: string | undefined

const toKey = ({ artist, name }: NamedTrack) => `${artist}\n${name}`

/** Marks a track as heard on this device: it was opened, played, or the member knows it. */
export function markAsHeard(track: NamedTrack): void {
  const key = toKey(track)
  const text = JSON.stringify([key, ...readKeys().filter((other) => other !== key)].slice(0, MOST))
  unstored = writeLocalStorage(HEARD_TRACKS_KEY, text) ? undefined : text
  for (const watcher of watchers) watcher()
}

export const useIsHeard = (track: NamedTrack | null | undefined): boolean =>
  useSyncExternalStore(
    subscribe,
    () => track != null && readKeys().includes(toKey(track)),
    () => false,
  )

function readKeys(): readonly string[] {
  const stored = v.safeParse(Keys, unstored ?? readLocalStorage(HEARD_TRACKS_KEY))
  return stored.success ? stored.output : []
}

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}
