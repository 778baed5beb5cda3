import { expect, test } from 'vitest'
import { formatSeconds } from './format.ts'

test.each([
  [5, '5 s'],
  [600, '10 min'],
  [7200, '2 h'],
  [200_000, '2 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})
