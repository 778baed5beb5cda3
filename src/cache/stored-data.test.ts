import { afterEach, expect, test, vi } from 'vitest'
import { AVATAR_CACHE } from '#contract/storage-names.ts'
import { createQueryClient } from './query-client.ts'
import { storedDataQuery } from './stored-data.ts'

afterEach(() => vi.unstubAllGlobals())

const NOW = Date.parse('2026-11-20T08:12:00.000Z')
const page = (...ids: number[]) => ({ response: { broadcasts: ids }, requestedAtRev: 0, requestedAt: NOW })

/** The number of entries of each cache of the browser. */
function stubCaches(sizes: Readonly<Record<string, number>>) {
  vi.stubGlobal('caches', {
    keys: async () => Object.keys(sizes),
    open: async (name: string) => ({ keys: async () => Array.from({ length: sizes[name] ?? 0 }) }),
  })
}

test('the data on the device is counted, and what is not stored is left out', async () => {
  stubCaches({ 'workbox-precache-v2': 3, [AVATAR_CACHE]: 7 })
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: 5, quota: 9 }), persisted: async () => true },
  })
  const client = createQueryClient()
  client.setQueryData(['broadcasts', 'feed'], page(1, 2, 3))
  client.setQueryData(['broadcasts', 'older', 1], page(4, 5))
  client.setQueryData(['broadcasts', 'of', 'ada'], page(6))
  client.setQueryData(['accounts', 'feed'], page(7))
  client.getQueryCache().build(client, { queryKey: ['messages', 'failed'] })
  await client.fetchQuery({ queryKey: ['status'], queryFn: () => 1, meta: { isFleeting: true } })
  expect(await client.fetchQuery(storedDataQuery)).toEqual({
    broadcasts: 5,
    feedFrom: NOW,
    responses: 4,
    pictures: 7,
    hasShell: true,
    usedBytes: 5,
    quotaBytes: 9,
    persistence: 'persistent',
    version: 'development',
    build: 'development',
  })
})

test('a browser without caches and estimates reports what it can', async () => {
  vi.stubGlobal('caches', undefined)
  vi.stubGlobal('navigator', {})
  expect(await createQueryClient().fetchQuery(storedDataQuery)).toMatchObject({
    broadcasts: 0,
    feedFrom: undefined,
    responses: 0,
    pictures: 0,
    hasShell: false,
    usedBytes: undefined,
    persistence: 'unsupported',
  })
})

test('an emptied cache of the app’s files counts as absent', async () => {
  stubCaches({ 'workbox-precache-v2': 0 })
  vi.stubGlobal('navigator', {})
  expect(await createQueryClient().fetchQuery(storedDataQuery)).toMatchObject({ hasShell: false, pictures: 0 })
})
