import { expect, test } from 'vitest'
import { BREAKER, countMiss } from './breaker.ts'

const NOW = 1_700_000_000_000

test('the breaker opens after four requests in a row without a response', () => {
  const meta = { rev: 0, seq: 3, misses: BREAKER - 2 }
  const third = countMiss(meta, NOW, { chance: 0.5 })
  expect(third.rest).toBeUndefined()
  expect(countMiss(third, NOW, { chance: 0.5 }).rest).toEqual({ until: NOW + 500, seq: 3 })
})

test('a further miss does not shorten the pause of the breaker', () => {
  const meta = { rev: 0, seq: 5, misses: BREAKER, rest: { until: NOW + 50_000, seq: 3 } }
  expect(countMiss(meta, NOW, { chance: 0.5 }).rest).toEqual({ until: NOW + 50_000, seq: 5 })
  expect(countMiss(meta, NOW + 50_000, { chance: 0.5 }).rest).toEqual({ until: NOW + 50_500, seq: 5 })
})
