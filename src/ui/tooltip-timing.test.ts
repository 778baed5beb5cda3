import { expect, test } from 'vitest'
import { openingDelayMs } from './tooltip-triggers.ts'

test('the first tooltip waits 700 ms', () => {
  expect(openingDelayMs(undefined, 5_000)).toBe(700)
})

test('going along a row of icons, the next tooltip opens at once within 300 ms, and not after', () => {
  expect(openingDelayMs('open', 5_000)).toBe(0)
  expect(openingDelayMs(5_000, 5_299)).toBe(0)
  expect(openingDelayMs(5_000, 5_300)).toBe(700)
})
