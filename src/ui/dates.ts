/**
 * Formats dates in English, in the device's time zone, without `Intl`: a browser takes tens of
 * milliseconds to create its first formatter, which would delay the feed
 * (docs/how-the-app-starts.md). The results equal those of `Intl.DateTimeFormat` in en-GB.
 */
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const getMonthName = (at: Date) => MONTHS[at.getMonth()] ?? ''
const dayOfWeek = (at: Date) => DAYS[at.getDay()] ?? ''
const padTwo = (value: number) => String(value).padStart(2, '0')

/** Returns noon on a day such as `2026-11-14`, so that every time zone shows this day. */
export const toNoon = (day: string): Date => new Date(`${day}T12:00`)

/** Returns a day on this device's calendar as 2026-11-24. */
export const toLocalDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(padTwo).join('-')

/** '14 November 2026'. */
export const longDate = (at: Date): string => `${at.getDate()} ${getMonthName(at)} ${at.getFullYear()}`

/** 'Saturday 14 November'. */
export const dayAndDate = (at: Date): string => `${dayOfWeek(at)} ${at.getDate()} ${getMonthName(at)}`

/** '14 Nov'. */
export function dayAndMonth(at: Date): string {
  const month = getMonthName(at)
  return `${at.getDate()} ${month === 'September' ? 'Sept' : month.slice(0, 3)}`
}

/** '14 Nov', with the year when it is not `now`'s. */
export const shortDate = (at: Date, now: Date): string =>
  at.getFullYear() === now.getFullYear() ? dayAndMonth(at) : `${dayAndMonth(at)} ${at.getFullYear()}`

/** '8:12', '20:05'. */
export const formatClock = (at: Date): string => `${at.getHours()}:${padTwo(at.getMinutes())}`

/** 'Saturday 14 November 2026 at 09:05', for the tooltip of a short time. */
export const timeInFull = (at: Date): string =>
  `${dayOfWeek(at)} ${longDate(at)} at ${padTwo(at.getHours())}:${padTwo(at.getMinutes())}`
