import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'

/**
 * A small snapshot in localStorage, so that the first paint needs no asynchronous read: `placeholderData` only, never
 * seeded into the cache, never the truth (localStorage loses seconds). Under 64 kB.
 */
const KEY = 'flipside_first_paint'
const MAX_CHARACTERS = 60_000
const BUSTER = '1'
const SAVE_AFTER_MS = 1000

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const persister = (storage: TextStorage) =>
  createSyncStoragePersister({
    storage,
    key: KEY,
    throttleTime: SAVE_AFTER_MS,
    serialize: (snapshot) => {
      const text = JSON.stringify(snapshot)
      return text.length <= MAX_CHARACTERS ? text : JSON.stringify({ ...snapshot, clientState: NOTHING })
    },
  })

const NOTHING = { queries: [], mutations: [] }
let restored: Map<string, unknown> | undefined

/** The snapshot's data for a query; undefined when there is none. Read once. */
export function readFirstPaint(queryKey: QueryKey): unknown {
  restored ??= restore()
  return restored.get(hashKey(queryKey))
}

function restore(): Map<string, unknown> {
  try {
    const client = persister(localStorage).restoreClient() as PersistedClient | undefined // synchronous for a sync storage
    if (client?.buster !== BUSTER) return new Map()
    return new Map(client.clientState.queries.map((query) => [query.queryHash, query.state.data]))
  } catch (error) {
    console.warn('The first-paint snapshot could not be read.', error)
    return new Map()
  }
}

/** What of a query belongs into the snapshot, cut to what the first screen shows; undefined for none. */
export type FirstPaintOf = (queryKey: QueryKey, data: unknown) => unknown

/**
 * Follows the cache and keeps the snapshot. Returns how to stop: after that nothing is written, not even what the persister
 * has put off for a second, or a sign-out would be followed by private bytes.
 */
export function saveFirstPaint(client: QueryClient, pick: FirstPaintOf, kept: TextStorage = localStorage): () => void {
  let isOver = false
  const storage = persister({
    getItem: (key) => kept.getItem(key),
    setItem: (key, text) => (isOver ? undefined : kept.setItem(key, text)),
    removeItem: (key) => kept.removeItem(key),
  })
  const save = () =>
    void storage.persistClient({
      timestamp: Date.now(),
      buster: BUSTER,
      clientState: { mutations: [], queries: picked(client, pick) },
    })
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const isNews = event.type === 'updated' && event.action.type === 'success'
    if (isNews && pick(event.query.queryKey, event.query.state.data) !== undefined) save()
  })
  return () => {
    isOver = true
    unsubscribe()
  }
}

const picked = (client: QueryClient, pick: FirstPaintOf) =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, queryHash, state }) => {
      const data = state.data === undefined ? undefined : pick(queryKey, state.data)
      return data === undefined ? [] : [{ queryKey, queryHash, dehydratedAt: Date.now(), state: { ...state, data } }]
    })

/** Removes the snapshot: at sign-out. */
export function forgetFirstPaint() {
  restored = undefined
  localStorage.removeItem(KEY)
}
