import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

test('a cache evicts the least recently used entries beyond its number and its bytes', () => {
  const cache = new BoundedCache<string>({ entries: 3, bytes: 10 }, (text) => text.length)
  const present = () => ['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined).join('')
  for (const key of ['a', 'b', 'c']) cache.set(key, 'xx')
  cache.get('a')
  cache.set('d', 'xx')
  expect(present()).toBe('acd')
  cache.set('d', 'xxxxxxxx')
  expect(present()).toBe('cd')
  cache.set('d', 'xxxxxxxxxxx')
  expect(present()).toBe('')
})
