import { expect, test } from 'vitest'
import { parseSwapId } from './swap-id.ts'

test('a swap id is an integer, below 0 for a queued swap', () => {
  expect(parseSwapId('17')).toBe(17)
  expect(parseSwapId('-3')).toBe(-3)
})

test('a missing swap id is parsed as absent', () => {
  expect(parseSwapId(undefined)).toBe('absent')
  expect(parseSwapId('')).toBe('absent')
})

test.each(['0', '1e5', '1.5', ' 7', 'seven', '٣', '9'.repeat(16), '--3'])('the swap id "%s" is malformed', (text) => {
  expect(parseSwapId(text)).toBe('malformed')
})
