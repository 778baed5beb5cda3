import { expect, test } from 'vitest'
import { getFirstDay } from './days.ts'

const now = new Date('2026-11-21T01:30:00.000Z')

test('a period slides with the day, and all time has no first day', () => {
  expect(getFirstDay('overall', now)).toBeNull()
  expect(getFirstDay('7day', now)).toBe('2026-11-15')
  expect(getFirstDay('1month', now)).toBe('2026-10-22')
  expect(getFirstDay('3month', now)).toBe('2026-08-22')
  expect(getFirstDay('6month', now)).toBe('2026-05-22')
  expect(getFirstDay('12month', now)).toBe('2025-11-22')
})
