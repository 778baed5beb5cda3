import { expect, test } from 'vitest'
import { formatCountdown } from './countdown.ts'

const timeOf = (text: string) => Date.parse(`2026-11-21T${text}Z`)
const at = (text: string, now = '08:00:00') => formatCountdown(timeOf(text), timeOf(now))

test('hours and minutes are counted down, from any second of the minute', () => {
  expect(at('18:05:00')).toBe('10 Hr 5 Min')
  expect(at('18:05:50', '08:00:50')).toBe('10 Hr 5 Min')
  expect(at('09:00:00')).toBe('1 Hr 0 Min')
  expect(at('08:59:59')).toBe('59 Min')
  expect(at('08:05:00')).toBe('5 Min')
})

test('the last minute is shown until it is over', () => {
  expect(at('08:01:30', '08:00:59')).toBe('1 Min')
  expect(at('08:01:30', '08:01:00')).toBe('1 Min')
  expect(at('08:01:30', '08:02:00')).toBeUndefined()
  expect(at('07:00:00')).toBeUndefined()
})
