import type { Query, QueryClient } from '@tanstack/react-query'
import { AVATAR_CACHE } from '#contract/storage-names.ts'
import { yieldToMain } from '#src/startup/yield.ts'

/** Queries measured in one task: serializing all at once would take too long. */
const AT_ONCE = 20

/** Free storage to leave on the device, so that queued actions can be stored. */
const SPARE_BYTES = 10_000_000

interface Stored {
  query: Query
  bytes: number
}

const measured = new WeakMap<object, number>()

/** Returns a response's size as JSON: approximately its size in IndexedDB. */
function sizeOf({ state }: Query): number {
  const data: unknown = state.data
  if (typeof data !== 'object' || data === null) return 0
  const known = measured.get(data) ?? JSON.stringify(data).length
  measured.set(data, known)
  return known
}

async function listStored(client: QueryClient): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const [place, query] of client.getQueryCache().getAll().entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await yieldToMain()
    if (query.state.data === undefined || query.meta?.isFleeting === true) continue
    stored.push({ query, bytes: sizeOf(query) })
  }
  return stored
}

async function measurePictures(): Promise<{ request: Request; bytes: number }[]> {
  if (typeof caches === 'undefined' || !(await caches.has(AVATAR_CACHE))) return []
  const cache = await caches.open(AVATAR_CACHE)
  const requests = await cache.keys() // oldest first
  return Promise.all(
    requests.map(async (request) => ({ request, bytes: (await (await cache.match(request))?.blob())?.size ?? 0 })),
  )
}

const sum = (items: readonly { bytes: number }[]) => items.reduce((total, { bytes }) => total + bytes, 0)

/** Returns the total size for stored responses and pictures. */
export const measureUsage = (client: QueryClient): Promise<number> => evict(client, Number.POSITIVE_INFINITY)

/** Evicts responses that no screen shows, oldest first, then pictures. Returns the remaining size. */
export async function evict(client: QueryClient, limitBytes: number): Promise<number> {
  const stored = await listStored(client)
  const pictures = await measurePictures()
  let total = sum(stored) + sum(pictures)
  for (const { query, bytes } of stored.toSorted((a, b) => a.query.state.dataUpdatedAt - b.query.state.dataUpdatedAt)) {
    if (total <= limitBytes) return total
    if (query.isActive()) continue
    client.getQueryCache().remove(query)
    total -= bytes
  }
  for (const { request, bytes } of pictures) {
    if (total <= limitBytes) return total
    await (await caches.open(AVATAR_CACHE)).delete(request)
    total -= bytes
  }
  return total
}

/** Returns whether the device has room for that many bytes beside queued actions. */
export async function hasRoom(bytes: number): Promise<boolean> {
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {}
  return quota - usage >= bytes + SPARE_BYTES
}
