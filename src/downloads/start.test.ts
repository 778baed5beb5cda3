import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheDatabase } from '#contract/storage-names.ts'
import { persistCache } from '#src/cache/persistence.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { startDownloads } from './start.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A device with tabs that share its storage and locks; records the requests. */
function createDevice() {
  const requests: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete' }))
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url.split('?')[0] ?? '')
    return Response.json({ error: 'Not here' }, { status: 404 })
  })
  return requests
}

/** Lets a minute pass, with time for IndexedDB, which is not on the fake clock, between its parts. */
async function passMinute() {
  for (let part = 0; part < 240; part++) {
    await vi.advanceTimersByTimeAsync(250)
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

test('tabs of one device download once between them', async () => {
  const requests = createDevice()
  const ending = new AbortController()
  const tabs = [1, 2, 3].map(() => {
    const client = createQueryClient()
    const store = openKeyValueStore(cacheDatabase('ada'), { durability: 'relaxed' })
    const stop = persistCache(client, store, (error) => expect.unreachable(String(error)))
    const downloads = startDownloads({ client, member: 'ada', signal: ending.signal })
    return { stop, downloads }
  })
  await passMinute()
  expect(requests).toContain('/api/user/scrobble-tokens')
  expect(requests.filter((path) => path === '/api/user/offline-copy')).toHaveLength(1)
  expect(requests.filter((path) => path === '/api/user/activity')).toHaveLength(1)
  ending.abort()
  await Promise.all(tabs.map(({ downloads }) => downloads))
  for (const { stop } of tabs) stop()
})
