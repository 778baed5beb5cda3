import { afterEach, expect, test, vi } from 'vitest'
import { withLock } from './lock.ts'

afterEach(() => void vi.unstubAllGlobals())

const { signal } = new AbortController()

test('work runs under the lock that other tabs and the worker share; the signal ends the wait for it', async () => {
  const requests: unknown[] = []
  const locks = {
    request: async (name: string, options: unknown, work: () => Promise<unknown>) => {
      requests.push([name, options])
      return work()
    },
  }
  vi.stubGlobal('navigator', { locks })
  expect(await withLock('drain', signal, async () => 'sent')).toBe('sent')
  expect(requests).toEqual([['drain', { signal }]])
})

test.for([
  ['without Web Locks (plain http in a LAN)', {}],
  ['without a navigator', undefined],
] as const)('work runs unlocked in a browser %s', async ([, navigator]) => {
  vi.stubGlobal('navigator', navigator)
  expect(await withLock('drain', signal, async () => 'sent')).toBe('sent')
})
