import { expect, onTestFinished, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('storage that does not respond rejects after a second and a half, and not before', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const outcomes: string[] = []
  void withTimeout(new Promise(() => {})).catch(() => outcomes.push('rejected'))
  await vi.advanceTimersByTimeAsync(1499)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual(['rejected'])
})

test('work that settles in time passes its result on and leaves no timer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  expect(await withTimeout(Promise.resolve('read'))).toBe('read')
  await expect(withTimeout(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})
