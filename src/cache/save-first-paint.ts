import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { QueryClient } from '@tanstack/react-query'
import { FIRST_PAINT_KEY } from '#contract/storage-names.ts'
import { BUSTER, type SelectFirstPaint } from './first-paint.ts'

const MAX_CHARACTERS = 60_000
const SAVE_AFTER_MS = 1000

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const persister = (storage: TextStorage) =>
  createSyncStoragePersister({
    storage,
    key: FIRST_PAINT_KEY,
    throttleTime: SAVE_AFTER_MS,
    serialize: (snapshot) => {
      const text = JSON.stringify(snapshot)
      return text.length <= MAX_CHARACTERS ? text : JSON.stringify({ ...snapshot, clientState: NOTHING })
    },
  })

const NOTHING = { queries: [], mutations: [] }

/**
 * Writes the cache snapshot, and updates it. Returns a function that stops it: after that nothing
 * is written, not even a write that is pending for a second, or private data would be written after
 * a sign-out.
 */
export function saveFirstPaint(
  client: QueryClient,
  pick: SelectFirstPaint,
  target: TextStorage = localStorage,
): () => void {
  let isOver = false
  const storage = persister({
    getItem: (key) => target.getItem(key),
    setItem: (key, text) => (isOver ? undefined : target.setItem(key, text)),
    removeItem: (key) => target.removeItem(key),
  })
  const save = () =>
    void storage.persistClient({
      timestamp: Date.now(),
      buster: BUSTER,
      clientState: { mutations: [], queries: select(client, pick) },
    })
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const isNews = event.type === 'updated' && event.action.type === 'success'
    if (isNews && pick(event.query.queryKey, event.query.state.data) !== undefined) save()
  })
  if (select(client, pick).length > 0) save()
  return () => {
    isOver = true
    unsubscribe()
  }
}

const select = (client: QueryClient, pick: SelectFirstPaint) =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, queryHash, state }) => {
      const data = state.data === undefined ? undefined : pick(queryKey, state.data)
      return data === undefined ? [] : [{ queryKey, queryHash, dehydratedAt: Date.now(), state: { ...state, data } }]
    })
