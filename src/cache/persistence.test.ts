import { DAY_MS } from '#contract/durations.ts'
import 'fake-indexeddb/auto'
import { entries, setMany, type UseStore } from 'idb-keyval'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openKeyValueStore, StoreClosed } from '#src/offline/device/idb.ts'
import { persistCache, restoreCache, whenWritten } from './persistence.ts'
import { createQueryClient } from './query-client.ts'

const NOW = Date.parse('2026-11-20T08:12:00.000Z')
let count = 0

function aDevice() {
  const store = openKeyValueStore(`cache-${++count}`, { durability: 'relaxed' })
  onTestFinished(() => store.close())
  return store
}

/** Starts the app on a device: the stored responses are restored, new ones stored. */
async function start(store: ReturnType<typeof aDevice>, nowMs = NOW) {
  const client = createQueryClient()
  await restoreCache(client, store, nowMs)
  const stop = persistCache(client, store, (error) => expect.unreachable(String(error)))
  onTestFinished(stop)
  return client
}

const readRecords = (store: ReturnType<typeof aDevice>) =>
  vi.waitFor(async () => {
    const found = await entries(store)
    expect(found.length).toBeGreaterThan(0)
    return found
  }, 30_000)

test('a stored response is restored at the next start, and refetched once when it is used', async () => {
  const store = aDevice()
  const first = await start(store)
  await first.fetchQuery({ queryKey: ['feed'], queryFn: async () => ({ response: 'old' }) })
  await readRecords(store)

  const second = await start(store)
  expect(second.getQueryData(['feed'])).toEqual({ response: 'old' })
  const queryFn = vi.fn<() => Promise<unknown>>(async () => ({ response: 'new' }))
  await second.fetchQuery({ queryKey: ['feed'], queryFn })
  await second.fetchQuery({ queryKey: ['feed'], queryFn })
  expect(queryFn).toHaveBeenCalledTimes(1)
  expect(second.getQueryData(['feed'])).toEqual({ response: 'new' })
})

test('a page below a cursor is not refetched, and short-lived responses are not stored', async () => {
  const store = aDevice()
  const first = await start(store)
  const meta = { isImmutable: true }
  await first.fetchQuery({ queryKey: ['status'], queryFn: async () => 1, meta: { isFleeting: true } })
  await first.fetchQuery({ queryKey: ['older', 7], queryFn: async () => ({ response: 'page' }), meta })
  await readRecords(store)

  const second = await start(store)
  expect(second.getQueryData(['status'])).toBeUndefined()
  const queryFn = vi.fn<() => Promise<unknown>>(async () => ({ response: 'never' }))
  expect(await second.fetchQuery({ queryKey: ['older', 7], queryFn, meta })).toEqual({ response: 'page' })
  expect(queryFn).not.toHaveBeenCalled()
})

test('responses of yesterday are restored, those of a month ago and invalid data are deleted', async () => {
  const store = aDevice()
  await store('readwrite', (objectStore) => {
    const record = (key: string, data: unknown, age: number, version = 1) =>
      objectStore.put({ version, queryKey: [key], data, updatedAt: NOW - age }, `["${key}"]`)
    record('yesterday', 'y', DAY_MS)
    record('last month', 'm', 31 * DAY_MS)
    record('another build', 'b', 0, 99)
    objectStore.put('nonsense', 'nonsense')
  })
  const client = await start(store)
  expect(
    client
      .getQueryCache()
      .getAll()
      .map((query) => query.queryKey),
  ).toEqual([['yesterday']])
  expect((await entries(store)).map(([key]) => key)).toEqual(['["yesterday"]'])
})

test('a failed request removes no stored response', async () => {
  const store = aDevice()
  const first = await start(store)
  await first.fetchQuery({ queryKey: ['feed'], queryFn: async () => ({ response: 'kept' }) })
  await readRecords(store)
  const second = await start(store)
  await second.prefetchQuery({ queryKey: ['feed'], queryFn: () => Promise.reject(new Error('tunnel')) })
  expect(second.getQueryData(['feed'])).toEqual({ response: 'kept' })
  expect((await start(store)).getQueryData(['feed'])).toEqual({ response: 'kept' })
})

test('a poll without changes is not written again', async () => {
  const store = aDevice()
  const client = await start(store)
  const unchanged = { response: 'same' }
  const poll = () => client.fetchQuery({ queryKey: ['feed'], queryFn: async () => unchanged, staleTime: 0 })
  await poll()
  const [[, first] = []] = await readRecords(store)
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.now() + 5000)
  await poll()
  await client.fetchQuery({ queryKey: ['other'], queryFn: async () => 1 })
  await expect.poll(() => entries(store)).toHaveLength(2)
  expect(new Map(await entries(store)).get('["feed"]')).toEqual(first)
})

test('responses removed in one turn are deleted in one transaction, and one stored anew remains', async () => {
  const device = aDevice()
  let writes = 0
  const counting: typeof device = Object.assign(
    ((mode, work) => {
      if (mode === 'readwrite') writes++
      return device(mode, work)
    }) satisfies UseStore,
    { close: () => device.close() },
  )
  const client = await start(counting)
  for (let at = 0; at < 50; at++) client.setQueryData(['page', at], { response: at })
  await expect.poll(() => entries(device)).toHaveLength(50)
  writes = 0
  client.removeQueries({ queryKey: ['page'] })
  client.setQueryData(['page', 7], { response: 'new' })
  await whenWritten(client)
  expect(await entries(device)).toHaveLength(1)
  expect(writes).toBe(2)
})

test('a response that another build has stored is restored without its ETag, so that it is fetched whole', async () => {
  const store = aDevice()
  const first = await start(store)
  await first.fetchQuery({ queryKey: ['profile'], queryFn: async () => ({ response: 'old', etag: 'v1' }) })
  const [[key, record] = []] = await readRecords(store)
  expect((await start(store)).getQueryData(['profile'])).toEqual({ response: 'old', etag: 'v1' })
  await setMany([[key ?? '', { ...(record as object), build: 'another' }]], store)
  expect((await start(store)).getQueryData(['profile'])).toEqual({ response: 'old', etag: undefined })
})

test('a store that fails is reported, one that was closed at a sign-out is not', async () => {
  for (const [error, reports] of [
    [new DOMException('full', 'QuotaExceededError'), 1],
    [new StoreClosed('cache'), 0],
  ] as const) {
    const failing = Object.assign(() => Promise.reject(error), { close: () => {} })
    const client = createQueryClient()
    const reported: unknown[] = []
    onTestFinished(persistCache(client, failing, (reason) => reported.push(reason)))
    client.setQueryData(['feed'], { response: 'new' })
    await whenWritten(client)
    expect(reported).toEqual(reports === 1 ? [error] : [])
  }
})

test('a response that is removed and stored again in one turn remains, and the other way round it is deleted', async () => {
  const store = aDevice()
  const client = await start(store)
  client.setQueryData(['stays'], 1)
  client.setQueryData(['goes'], 1)
  await whenWritten(client)
  client.removeQueries({ queryKey: ['stays'] })
  client.setQueryData(['stays'], 2)
  client.setQueryData(['goes'], 2)
  client.removeQueries({ queryKey: ['goes'] })
  await whenWritten(client)
  expect((await entries(store)).map(([key]) => key)).toEqual(['["stays"]'])
})

test('a response that a build before the names of version 2 stored is restored under the new names', async () => {
  const store = aDevice()
  const former = { queryKey: ['feed'], updatedAt: NOW, version: 1, isImmutable: true, reads: ['like'] }
  const data = { answer: { broadcasts: [] }, askedAt: NOW, askedAtRev: 7, receivedAt: NOW + 5 }
  await setMany(
    [
      ['feed', { ...former, data }],
      ['downloads', { ...former, queryKey: ['downloads'], data: { at: NOW, bytes: 3 } }],
      ['later', { ...former, queryKey: ['later'], version: 99, data }],
    ],
    store,
  )
  const client = await start(store)
  const renamed = { response: { broadcasts: [] }, requestedAt: NOW, requestedAtRev: 7, receivedAt: NOW + 5 }
  expect(client.getQueryData(['feed'])).toEqual(renamed)
  expect(client.getQueryData(['downloads'])).toEqual({ at: NOW, bytes: 3 })
  expect(client.getQueryData(['later'])).toBeUndefined()
})
