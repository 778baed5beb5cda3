import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

test.for([
  ['120', 120_000],
  [' 0 ', 0],
  ['Sat, 21 Nov 2026 12:02:00 GMT', 120_000],
  ['Saturday, 21-Nov-26 12:02:00 GMT', 120_000],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['99999999999999999999', 3_600_000],
  ['Sun, 21 Nov 2094 12:00:00 GMT', 3_600_000],
] as const)('Retry-After %s is %i ms, an hour at most', ([header, ms]) => {
  expect(retryAfterMs(header, NOW)).toBe(ms)
})

test.for([null, '', 'soon', '-5', '1.5'])('Retry-After %s is ignored', (header) => {
  expect(retryAfterMs(header, NOW)).toBeUndefined()
})
