import type { QueryKey } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'
import type { PersistedClient } from '@tanstack/react-query-persist-client'

/**
 * A small snapshot in localStorage, so that the first paint needs no asynchronous read: `placeholderData` only, never
 * seeded into the cache, never the truth (localStorage loses seconds). Under 64 kB. What writes it comes after the first
 * paint: save-first-paint.ts.
 */
export const KEY = 'flipside_first_paint'
export const BUSTER = '1'

/** What of a query belongs into the snapshot, cut to what the first screen shows; undefined for none. */
export type FirstPaintOf = (queryKey: QueryKey, data: unknown) => unknown

let restored: Map<string, unknown> | undefined

/** The snapshot's data for a query; undefined when there is none. Read once. */
export function readFirstPaint(queryKey: QueryKey): unknown {
  restored ??= restore()
  return restored.get(hashKey(queryKey))
}

function restore(): Map<string, unknown> {
  try {
    const client: PersistedClient | null = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (client?.buster !== BUSTER) return new Map()
    return new Map(client.clientState.queries.map((query) => [query.queryHash, query.state.data]))
  } catch (error) {
    console.warn('The first-paint snapshot could not be read.', error)
    return new Map()
  }
}

/** Removes the snapshot: at sign-out. */
export function forgetFirstPaint() {
  restored = undefined
  localStorage.removeItem(KEY)
}
