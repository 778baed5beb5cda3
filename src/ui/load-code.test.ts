import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCode } from './load-code.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('code that could not be fetched is fetched again after 5 s and then ever longer pauses, at most 60 s', async () => {
  const times: number[] = []
  const startedAt = Date.now()
  const load = async () => {
    times.push((Date.now() - startedAt) / 1000)
    if (times.length < 8) throw new TypeError('no network')
    return 'code'
  }
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(300_000)
  await expect(loaded).resolves.toBe('code')
  expect(times).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
})

test('code is fetched at once when the browser reports a network, and no more once it is not wanted', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('no network'))
  const ending = new AbortController()
  void loadCode(load, ending.signal)
  await vi.advanceTimersByTimeAsync(1)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(2)
  ending.abort()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(load).toHaveBeenCalledTimes(2)
})
