import { expect, test } from 'vitest'
import { ProcessBuckets } from './process-buckets.ts'

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000)
const limit = { burst: 2, perSecond: 0.5 }

test('a bucket in memory serves its burst, then returns the seconds until the next token', () => {
  const buckets = new ProcessBuckets()
  expect([buckets.take('a', limit, at(0)), buckets.take('a', limit, at(0)), buckets.take('a', limit, at(0))]).toEqual([
    0, 0, 2,
  ])
  expect(buckets.take('a', limit, at(1))).toBe(1)
  expect(buckets.take('a', limit, at(2))).toBe(0)
  expect(buckets.take('b', limit, at(2))).toBe(0)
})

test('a clock set back neither refills nor empties a bucket', () => {
  const buckets = new ProcessBuckets()
  buckets.take('a', limit, at(100))
  expect([buckets.take('a', limit, at(0)), buckets.take('a', limit, at(0))]).toEqual([0, 2])
  expect(buckets.take('a', limit, at(100))).toBe(2)
})

test('the number of buckets in memory is limited and the least recently used one is evicted', () => {
  const buckets = new ProcessBuckets(2)
  for (const key of ['a', 'b', 'a', 'c']) buckets.take(key, { burst: 2, perSecond: 0.01 }, at(0))
  expect(buckets.size).toBe(2)
  expect(buckets.take('a', { burst: 2, perSecond: 0.01 }, at(0))).toBeGreaterThan(0)
})
