import { expect, test } from 'vitest'
import { parseTimeValue, toTimeValue } from './quiet-hours.ts'

test.each([
  [0, '00:00'],
  [425, '07:05'],
  [1439, '23:59'],
])('minute %i of the day is %s in a time field', (minute, value) => {
  expect(toTimeValue(minute)).toBe(value)
  expect(parseTimeValue(value)).toBe(minute)
})

test.each(['', '24:00', '7:05', 'noon'])('the value "%s" is no time', (value) => {
  expect(parseTimeValue(value)).toBeUndefined()
})
