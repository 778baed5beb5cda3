import { expect, test } from 'vitest'
import { formatPosition } from './format-position.ts'

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [187, '3:07'],
  [3727, '1:02:07'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(formatPosition(seconds)).toBe(text)
})
