import type { QueryKey } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'
import { FIRST_PAINT_KEY } from '#contract/storage-names.ts'

/**
 * A small snapshot in localStorage, so that the first paint needs no async read: `placeholderData`
 * only, never written to the cache, never the source of truth (localStorage loses seconds). Under
 * 64 kB. The code that writes it loads after the first paint: save-first-paint.ts.
 */
export const BUSTER = '1'

/** Returns a query's data for the snapshot, limited to the first screen; undefined for none. */
export type SelectFirstPaint = (queryKey: QueryKey, data: unknown) => unknown

let restored: Map<string, unknown> | undefined

/** Returns the snapshot's data for a query; undefined without one. Read once. */
export function readFirstPaint(queryKey: QueryKey): unknown {
  restored ??= restore()
  return restored.get(hashKey(queryKey))
}

function restore(): Map<string, unknown> {
  try {
    const client: PersistedClient | null = JSON.parse(localStorage.getItem(FIRST_PAINT_KEY) ?? 'null')
    if (client?.buster !== BUSTER) return new Map()
    return new Map(client.clientState.queries.map((query) => [query.queryHash, query.state.data]))
  } catch (error) {
    console.warn('The first-paint snapshot could not be read.', error)
    return new Map()
  }
}

/** Removes the snapshot: at sign-out. */
export function clearFirstPaint() {
  restored = undefined
  localStorage.removeItem(FIRST_PAINT_KEY)
}
