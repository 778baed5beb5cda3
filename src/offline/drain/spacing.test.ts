import { expect, test } from 'vitest'
import { createSpacing } from './spacing.ts'

/** Returns the times, in s, at which returns every `everyMs` are not delayed. */
function undelayed(everyMs: number, lastMs: number): number[] {
  const spacing = createSpacing()
  const times: number[] = []
  for (let at = 0; at <= lastMs; at += everyMs) if (spacing(at) === 0) times.push(at / 1000)
  return times
}

test('on an unstable connection the returns are spaced by 2, 4, 8, 16 and then 30 seconds', () => {
  expect(undelayed(1000, 120_000)).toEqual([0, 2, 6, 14, 30, 60, 90, 120])
})

test('the wait of a return that comes too early is the rest of the space', () => {
  const spacing = createSpacing()
  expect([spacing(1000), spacing(1500), spacing(2999), spacing(3000)]).toEqual([0, 1500, 1, 0])
  expect(spacing(3000)).toBe(4000)
})

test('after a minute without returns, and after a clock that was set back, the spacing is short again', () => {
  const spacing = createSpacing()
  for (const at of [0, 2000, 6000]) expect(spacing(at)).toBe(0)
  expect([spacing(66_000), spacing(66_001), spacing(68_000)]).toEqual([0, 1999, 0])
  expect([spacing(10_000), spacing(10_001), spacing(12_000)]).toEqual([0, 1999, 0])
})
