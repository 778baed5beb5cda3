import { expect, test } from 'vitest'
import { restAfter, restWhile } from './pace.ts'

const young = { tookMs: 80, oldestMs: 900, quietMs: 5, fill: 0.01 }

test('while scrobbles come in counting rests, in a storm for longer, unless much waits or for long', () => {
  expect(restAfter(young)).toBe(1000)
  expect(restAfter({ ...young, oldestMs: 5_000 })).toBe(240)
  expect(restAfter({ ...young, oldestMs: 5_000, fill: 0.03 })).toBe(2320)
  expect(restAfter({ ...young, quietMs: 200 })).toBe(0)
  expect(restAfter({ ...young, fill: 0.6 })).toBe(0)
  expect(restAfter({ ...young, oldestMs: 60_000, fill: 0.03 })).toBe(0)
})

test('a rest ends when its time is over, or the storm is', async () => {
  const startedAt = performance.now()
  await restWhile(() => 120)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(120)
  let isStorm = true
  const resting = restWhile(() => (isStorm ? 3_600_000 : 0))
  isStorm = false
  await resting
})
