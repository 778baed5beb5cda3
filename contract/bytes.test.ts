import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [99_960, '100 kB'],
  [999_999, '1.0 MB'],
  [12_345_678, '12.3 MB'],
  [250_000_000_000, '250 GB'],
  [3e15, '3000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
