import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date(2026, 10, 21, 12, 0).getTime()
const ago = (ms: number) => relativeTime(now - ms, now)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test('what was just posted is "now", also when the server clock runs a little ahead', () => {
  expect(ago(0)).toBe('now')
  expect(ago(59_999)).toBe('now')
  expect(ago(-5 * minute)).toBe('now')
})

test('minutes, hours and days are rounded down', () => {
  expect([ago(minute), ago(4.9 * minute), ago(59.9 * minute)]).toEqual(['1 min', '4 min', '59 min'])
  expect([ago(hour), ago(23.9 * hour)]).toEqual(['1 h', '23 h'])
  expect([ago(day), ago(3.5 * day), ago(6.9 * day)]).toEqual(['1 d', '3 d', '6 d'])
})

test('from a week on it is the date, with the year when it is another', () => {
  expect(ago(7 * day)).toBe('14 Nov')
  expect(relativeTime(new Date(2025, 11, 31, 23).getTime(), now)).toBe('31 Dec 2025')
})
