import { afterEach, expect, test, vi } from 'vitest'
import {
  readStoragePersistence,
  requestStoragePersistence,
  requestStoragePersistenceOnce,
} from './storage-persistence.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser with a given decision; counts its requests. */
function stubBrowser({ isGranted = false }: { isGranted?: boolean } = {}) {
  const requests = { count: 0 }
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
  vi.stubGlobal('navigator', {
    storage: {
      persisted: async () => isGranted,
      persist: async () => {
        requests.count++
        return isGranted
      },
    },
  })
  return requests
}

test('the automatic request for persistent storage is made once per device', async () => {
  const requests = stubBrowser()
  await requestStoragePersistenceOnce()
  await requestStoragePersistenceOnce()
  expect(requests.count).toBe(1)
})

test('a button may request persistent storage again, and reports the decision', async () => {
  const requests = stubBrowser({ isGranted: true })
  await requestStoragePersistenceOnce()
  expect(await requestStoragePersistence()).toBe('persistent')
  expect(requests.count).toBe(2)
})

test('a browser that declined is reported as best effort', async () => {
  stubBrowser()
  expect(await requestStoragePersistence()).toBe('best-effort')
  expect(await readStoragePersistence()).toBe('best-effort')
})

test('a browser without the Storage API is reported as unsupported, and nothing rejects', async () => {
  stubBrowser()
  vi.stubGlobal('navigator', {})
  expect(await readStoragePersistence()).toBe('unsupported')
  expect(await requestStoragePersistence()).toBe('unsupported')
  await expect(requestStoragePersistenceOnce()).resolves.toBeUndefined()
})

test('a browser that rejects the request is reported as unsupported', async () => {
  vi.stubGlobal('navigator', { storage: { persist: async () => Promise.reject(new Error('not allowed')) } })
  expect(await requestStoragePersistence()).toBe('unsupported')
})
