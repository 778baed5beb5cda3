import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { AVATAR_CACHE } from '#contract/storage-names.ts'
import { BUILD } from '#src/api/build.ts'
import type { CachedResponse } from './live.ts'
import { readStoragePersistence, type StoragePersistence } from './storage-persistence.ts'

declare const __APP_VERSION__: string | undefined

export interface StoredData {
  broadcasts: number
  /** When the stored feed was requested, in ms since 1970. */
  feedFrom: number | undefined
  /** Stored responses, the feed's included. */
  responses: number
  pictures: number
  /** Whether the service worker has cached the app's own files. */
  hasShell: boolean
  /** Bytes in use by this origin, and its limit; undefined if the browser reports none. */
  usedBytes: number | undefined
  quotaBytes: number | undefined
  persistence: StoragePersistence
  version: string
  /** The source hash's first digits. */
  build: string
}

async function readStoredData(client: QueryClient): Promise<StoredData> {
  const queries = client.getQueryCache().getAll()
  const lasting = queries.filter(({ meta, state }) => state.data !== undefined && meta?.isFleeting !== true)
  const names = typeof caches === 'undefined' ? [] : await caches.keys()
  const shell = names.find((name) => name.includes('precache'))
  const estimate = await navigator.storage?.estimate?.()
  return {
    broadcasts: lasting.reduce((sum, { queryKey, state }) => sum + broadcastsIn(queryKey, state.data), 0),
    feedFrom: client.getQueryData<CachedResponse<unknown>>(['broadcasts', 'feed'])?.requestedAt,
    responses: lasting.length,
    pictures: names.includes(AVATAR_CACHE) ? await countIn(AVATAR_CACHE) : 0,
    hasShell: shell !== undefined && (await countIn(shell)) > 0,
    usedBytes: estimate?.usage,
    quotaBytes: estimate?.quota,
    persistence: await readStoragePersistence(),
    version: typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : 'development',
    build: BUILD || 'development',
  }
}

/** The app's data on this device, read each time a screen that shows it opens. */
export const storedDataQuery = queryOptions({
  queryKey: ['device', 'stored'],
  queryFn: ({ client }) => readStoredData(client),
  staleTime: 0,
  meta: { isFleeting: true },
})

const countIn = async (name: string) => (await (await caches.open(name)).keys()).length

function broadcastsIn(queryKey: readonly unknown[], data: unknown): number {
  if (queryKey[0] !== 'broadcasts' || (queryKey[1] !== 'feed' && queryKey[1] !== 'older')) return 0
  // written by the feed's own queries
  return (data as CachedResponse<{ broadcasts: unknown[] }>).response.broadcasts.length
}
