import { expect, test } from 'vitest'
import { inThousands } from './numbers.ts'

test('numbers are written as English does', () => {
  const numbers = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1234, 1234.5, 0.125, 1234.567]
  for (const value of numbers) expect(inThousands(value)).toBe(value.toLocaleString('en'))
})
