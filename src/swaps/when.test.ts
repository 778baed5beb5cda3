import { expect, test } from 'vitest'
import { formatDay } from './when.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

test('a day is short, with its year if it is another', () => {
  expect(formatDay('2026-11-14T12:00:00.000Z', NOW)).toBe('14 Nov')
  expect(formatDay('2025-11-14T12:00:00.000Z', NOW)).toBe('14 Nov 2025')
})

test.each([undefined, '', 'soon'])('the time "%s" is no day', (at) => {
  expect(formatDay(at, NOW)).toBeUndefined()
})
