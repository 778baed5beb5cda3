import { afterEach, expect, test, vi } from 'vitest'
import { FIRST_PAINT_KEY } from '#contract/storage-names.ts'
import { clearFirstPaint, readFirstPaint } from './first-paint.ts'
import { createQueryClient } from './query-client.ts'
import { saveFirstPaint } from './save-first-paint.ts'

/** Starts a page whose localStorage has this snapshot. */
function startWith(text: string | null) {
  const texts = new Map(text === null ? [] : [[FIRST_PAINT_KEY, text]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
    removeItem: (key: string) => texts.delete(key),
  })
  clearFirstPaint()
  if (text !== null) texts.set(FIRST_PAINT_KEY, text)
  return texts
}

afterEach(() => {
  clearFirstPaint()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Returns the snapshot of a page that shows this, once it is written. */
function saved(data: Readonly<Record<string, unknown>>): string {
  vi.useFakeTimers()
  const texts = startWith(null)
  const client = createQueryClient()
  saveFirstPaint(client, ([name], value) => (name === 'private' ? undefined : value))
  for (const [name, value] of Object.entries(data)) client.setQueryData([name], value)
  vi.advanceTimersByTime(2000)
  return texts.get(FIRST_PAINT_KEY) ?? ''
}

test('the snapshot of a screen is read at the next start, without what was not picked', () => {
  startWith(saved({ feed: { answer: 'Night Bus' }, private: 1 }))
  expect(readFirstPaint(['feed'])).toEqual({ answer: 'Night Bus' })
  expect(readFirstPaint(['private'])).toBeUndefined()
})

test('the snapshot is read from the storage once, and a sign-out removes it', () => {
  const texts = startWith(saved({ feed: 'a' }))
  expect(readFirstPaint(['feed'])).toBe('a')
  texts.clear()
  expect(readFirstPaint(['feed'])).toBe('a')
  texts.set(FIRST_PAINT_KEY, 'x')
  clearFirstPaint()
  expect([texts.size, readFirstPaint(['feed'])]).toEqual([0, undefined])
})

test('a screen that is too large for the first paint is stored as none', () => {
  startWith(saved({ feed: 'a'.repeat(60_000) }))
  expect(readFirstPaint(['feed'])).toBeUndefined()
  startWith(saved({ feed: 'a'.repeat(59_000) }))
  expect(readFirstPaint(['feed'])).toHaveLength(59_000)
})

test.for([
  ['of another format', JSON.stringify({ buster: '0', clientState: { queries: [{ queryHash: '["feed"]' }] } }), 0],
  ['that is no JSON', 'nonsense', 1],
  ['without its queries', JSON.stringify({ buster: '1' }), 1],
] as const)('a snapshot %s is ignored', ([, text, warnings]) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  startWith(text)
  expect(readFirstPaint(['feed'])).toBeUndefined()
  expect(warned).toHaveBeenCalledTimes(warnings)
})
