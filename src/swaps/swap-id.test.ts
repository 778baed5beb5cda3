import { expect, test } from 'vitest'
import { parseSwapId } from './swap-id.ts'

test('an id is a whole number; below 0 it waits on this device', () => {
  expect(parseSwapId('17')).toBe(17)
  expect(parseSwapId('-3')).toBe(-3)
})

test('no id is said as such', () => {
  expect(parseSwapId(undefined)).toBe('absent')
  expect(parseSwapId('')).toBe('absent')
})

test.each(['0', '1e5', '1.5', ' 7', 'seven', '٣', '9'.repeat(16), '--3'])('%s can be no id', (text) => {
  expect(parseSwapId(text)).toBe('malformed')
})
