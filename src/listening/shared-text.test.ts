import { expect, test } from 'vitest'
import { sharedText } from './shared-text.ts'

test('up to three shared artists are named, and more are counted', () => {
  expect(sharedText(['A', 'B', 'C', 'D', 'E'])).toBe('You both play A, B, C and 2 more')
  expect(sharedText(['A', 'B', 'C'])).toBe('You both play A, B and C')
  expect(sharedText(['A', 'B'])).toBe('You both play A and B')
  expect(sharedText(['A'])).toBe('You both play A')
  expect(sharedText([])).toBe('')
})
