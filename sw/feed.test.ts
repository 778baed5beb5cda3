import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { feedCache } from '#contract/storage-names.ts'

const STORED = new Map<string, Response>()

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      match: async () => STORED.get(name)?.clone(),
      put: async (_key: string, response: Response) => void STORED.set(name, response),
    }),
    match: async (_key: string, { cacheName }: { cacheName: string }) => STORED.get(cacheName)?.clone(),
  })
})
afterEach(() => {
  STORED.clear()
  vi.unstubAllGlobals()
})

/** Requests the feed through the worker; `network` responds. */
async function requestFeed(network: () => Promise<Response>): Promise<Response> {
  vi.stubGlobal('fetch', network)
  const { respondWithFeed } = await import('./feed.ts')
  const work: Promise<unknown>[] = []
  const request = new Request('https://app.example/api/get-broadcasts?limit=50')
  // the only fields of a FetchEvent that the function reads
  const event = { request, waitUntil: (each: Promise<unknown>) => void work.push(each) } as unknown as FetchEvent
  const response = await respondWithFeed(event)
  await Promise.all(work)
  return response
}

const online = async () => Response.json({ broadcasts: [] })
const offline = async () => {
  throw new TypeError('Failed to fetch')
}

test('the feed is returned from the cache without a network, with its request time', async () => {
  await requestFeed(online)
  const response = await requestFeed(offline)
  expect(await response.json()).toEqual({ broadcasts: [] })
  expect(Number(response.headers.get('x-cached-at'))).toBeGreaterThan(0)
})

test('a response never replaces one that was requested later', async () => {
  const name = feedCache(null, 0)
  STORED.set(name, Response.json({ broadcasts: [1] }, { headers: { 'x-cached-at': String(Date.now() + 1000) } }))
  await requestFeed(online)
  expect(await STORED.get(name)?.json()).toEqual({ broadcasts: [1] })
})

test('a browser that refuses IndexedDB reads the feed from the network, and nothing is cached', async () => {
  const open = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open })
  expect((await requestFeed(online)).status).toBe(200)
  expect(STORED.size).toBe(0)
  await expect(requestFeed(offline)).rejects.toThrow('Failed to fetch')
})
