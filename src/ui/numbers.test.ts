import { expect, test } from 'vitest'
import { countText, inThousands } from './numbers.ts'

test('numbers are written as English does', () => {
  const numbers = [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1234, 1234.5, 0.125, 1234.567]
  for (const value of numbers) expect(inThousands(value)).toBe(value.toLocaleString('en'))
})

test('counts have the singular for one', () => {
  expect([countText(1, 'play'), countText(1204, 'play'), countText(2, 'person', 'people')]).toEqual([
    '1 play',
    '1,204 plays',
    '2 people',
  ])
})
