import { expect, test } from 'vitest'
import { formatBytes, formatSeconds } from './format.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [250_000_000_000, '250 GB'],
  [3e15, '3000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [5, '5 s'],
  [600, '10 min'],
  [7200, '2 h'],
  [200_000, '2 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})
