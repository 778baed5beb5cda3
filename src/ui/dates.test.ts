import { expect, test } from 'vitest'
import { dayAndDate, longDate, shortDate, timeInFull } from './dates.ts'

const said = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const short = said({ day: 'numeric', month: 'short' })
const shortWithYear = said({ day: 'numeric', month: 'short', year: 'numeric' })
const long = said({ day: 'numeric', month: 'long', year: 'numeric' })
const weekday = said({ weekday: 'long', day: 'numeric', month: 'long' })
const inFull = said({ dateStyle: 'full', timeStyle: 'short' })
/** ICU versions differ in commas. */
const plain = (text: string) => text.replaceAll(',', '')

/** Every day of three years, a leap year among them, each at another time of day. */
const times = Array.from({ length: 1100 }, (_, n) => new Date(2023, 11, 1 + n, (n * 7) % 24, (n * 13) % 60))

test('dates are what the browser would write in British English', () => {
  const now = new Date(2024, 5, 15)
  for (const at of times) {
    const isThisYear = at.getFullYear() === now.getFullYear()
    expect(shortDate(at, now)).toBe((isThisYear ? short : shortWithYear).format(at))
    expect(longDate(at)).toBe(long.format(at))
    expect(dayAndDate(at)).toBe(plain(weekday.format(at)))
    expect(timeInFull(at)).toBe(plain(inFull.format(at)))
  }
})

test('the year is said when it is another', () => {
  const at = new Date(2026, 10, 14, 9, 5)
  expect(shortDate(at, new Date(2026, 0, 1))).toBe('14 Nov')
  expect(shortDate(at, new Date(2027, 0, 1))).toBe('14 Nov 2026')
  expect(timeInFull(at)).toBe('Saturday 14 November 2026 at 09:05')
})
