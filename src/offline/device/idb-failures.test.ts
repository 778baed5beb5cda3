import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { deleteDatabase, openKeyValueStore } from './idb.ts'

let names = 0
const freshName = () => `failing-${++names}`

beforeEach(() => {
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
})

/** A request of a browser that the test settles. */
const aRequest = () => ({ error: null as DOMException | null }) as unknown as IDBOpenDBRequest
const settle = (request: IDBOpenDBRequest, by: 'onsuccess' | 'onerror', result: object) =>
  Object.assign(request, result)[by]?.call(request, new Event(by))

test('a step whose own code throws leaves no trace and rejects with that error', async () => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  const bug = new TypeError('x is undefined')
  const step = store('readwrite', (objects) => {
    objects.put(1, 'a')
    return Promise.reject(bug)
  })
  await expect(step).rejects.toBe(bug)
  expect(await get('a', store)).toBeUndefined()
})

test('code that throws after its transaction has ended rejects with its own error', async () => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  const step = store('readwrite', async (objects) => {
    objects.put(1, 'a')
    await new Promise((resolve) => objects.transaction.addEventListener('complete', resolve))
    throw new TypeError('too late')
  })
  await expect(step).rejects.toThrow('too late')
  expect(await get('a', store)).toBe(1)
})

test.for([
  ['UnknownError', 1],
  ['InvalidStateError', 1],
  ['QuotaExceededError', 0],
] as const)('a step that fails with %s is repeated %i times on a new connection', async ([name, repeats]) => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  await set('a', 1, store)
  const closed = vi.spyOn(IDBDatabase.prototype, 'close')
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('failed', name)
  })
  const read = get('a', store)
  if (repeats === 0) await expect(read).rejects.toThrow('failed')
  else expect(await read).toBe(1)
  expect(closed).toHaveBeenCalledTimes(repeats)
})

test('a browser that closes a connection reports the loss, and the next step opens another one', async () => {
  let lost = 0
  const opened = vi.spyOn(indexedDB, 'open')
  const store = openKeyValueStore(freshName(), { durability: 'relaxed', onLost: () => lost++ })
  await set('a', 1, store)
  const request = opened.mock.results[0]?.value as IDBOpenDBRequest | undefined
  request?.result.onclose?.call(request.result, new Event('close'))
  expect(lost).toBe(1)
  expect(await get('a', store)).toBe(1)
  expect(opened).toHaveBeenCalledTimes(2)
})

test('an opening that fails is repeated by the next step', async () => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  const failing = aRequest()
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => failing)
  const step = get('a', store)
  await Promise.resolve()
  settle(failing, 'onerror', { error: new DOMException('no access', 'SecurityError') })
  await expect(step).rejects.toThrow('no access')
  expect(await get('a', store)).toBeUndefined()
})

test('a database that does not open within five seconds rejects, and is closed if it opens later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  const hanging = aRequest()
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => hanging)
  const outcome = get('a', store).then(String, (error: unknown) => String(error))
  await vi.advanceTimersByTimeAsync(4999)
  const isPending = await Promise.race([outcome.then(() => false), Promise.resolve(true)])
  expect(isPending).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toContain('did not open in 5000 ms')
  let closed = 0
  settle(hanging, 'onsuccess', { result: { close: () => closed++ } })
  expect(closed).toBe(1)
})

test('a deletion that an open connection blocks for five seconds rejects', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const blocked = aRequest()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementationOnce(() => blocked)
  const outcome = deleteDatabase(freshName()).then(String, (error: unknown) => String(error))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await outcome).toContain('held open elsewhere')
})

test('a deletion that fails rejects at once with the reason, and leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failing = aRequest()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementationOnce(() => failing)
  const deletion = deleteDatabase(freshName())
  settle(failing, 'onerror', { error: new DOMException('no access', 'SecurityError') })
  await expect(deletion).rejects.toThrow('no access')
  expect(vi.getTimerCount()).toBe(0)
})
