import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('backoffs double from a second to five minutes, with a random wait below', () => {
  expect([1, 2, 3, 4, 9, 10, 50].map((attempts) => backoffMs(attempts, 0.9999999))).toEqual([
    1000, 2000, 4000, 8000, 256_000, 300_000, 300_000,
  ])
  expect(backoffMs(3, 0)).toBe(0)
  expect(backoffMs(3, 0.25)).toBe(1000)
})
