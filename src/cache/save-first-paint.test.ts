import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { saveFirstPaint } from './save-first-paint.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A separate localStorage. */
function aStorage() {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('the first screen is stored shortly after it was shown', () => {
  const storage = aStorage()
  const client = createQueryClient()
  saveFirstPaint(client, (_key, data) => data, storage)
  client.setQueryData(['feed'], { answer: 'Night Bus' })
  vi.advanceTimersByTime(5000)
  expect([...storage.texts.values()].join()).toContain('Night Bus')
})

test('nothing is written after a sign-out, including pending writes', () => {
  const storage = aStorage()
  const client = createQueryClient()
  const stop = saveFirstPaint(client, (_key, data) => data, storage)
  client.setQueryData(['feed'], { answer: 'Night Bus' })
  stop()
  storage.texts.clear()
  client.setQueryData(['feed'], { answer: 'Salt Flats' })
  vi.advanceTimersByTime(5000)
  expect(storage.texts.size).toBe(0)
})

test('content that is there already is stored, and a screen without any is not', () => {
  const [filled, empty] = [aStorage(), aStorage()]
  const client = createQueryClient()
  client.setQueryData(['feed'], { answer: 'Night Bus' })
  saveFirstPaint(client, (_key, data) => data, filled)
  saveFirstPaint(client, () => undefined, empty)
  client.setQueryData(['status'], 1)
  vi.advanceTimersByTime(5000)
  expect([filled.texts.size, empty.texts.size]).toEqual([1, 0])
})
