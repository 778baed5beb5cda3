import { expect, test } from 'vitest'
import { probeAfterMs } from './probe.ts'

test('tries come at twice the time since the connection went, then every ten seconds', () => {
  const tries: number[] = []
  for (let at = 0; at < 40_000; ) {
    at += probeAfterMs(at)
    tries.push(at)
  }
  expect(tries).toEqual([1000, 2000, 4000, 8000, 16_000, 26_000, 36_000, 46_000])
})

test('a clock that was set back makes no try at once', () => {
  expect(probeAfterMs(-5000)).toBe(1000)
})
