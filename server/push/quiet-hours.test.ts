import { expect, test } from 'vitest'
import { isWithinQuietHours } from './quiet-hours.ts'

const TEN_PM = 22 * 60
const SEVEN_AM = 7 * 60
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)

test.each([
  ['21:59', false],
  ['22:00', true],
  ['06:59', true],
  ['07:00', false],
])('quiet hours from 22:00 to 07:00 at %s: %s', (time, isQuiet) => {
  expect(isWithinQuietHours({ from: TEN_PM, to: SEVEN_AM, timeZone: 'UTC' }, at(time))).toBe(isQuiet)
})

test.each([
  ['06:59', false],
  ['07:00', true],
  ['21:59', true],
  ['22:00', false],
])('quiet hours from 07:00 to 22:00 at %s: %s', (time, isQuiet) => {
  expect(isWithinQuietHours({ from: SEVEN_AM, to: TEN_PM, timeZone: 'UTC' }, at(time))).toBe(isQuiet)
})

test('quiet hours with equal ends are the whole day', () => {
  for (const time of ['00:00', '07:00', '23:59'])
    expect(isWithinQuietHours({ from: SEVEN_AM, to: SEVEN_AM, timeZone: 'UTC' }, at(time))).toBe(true)
})

test('quiet hours are those of the member’s time zone, and of UTC if it is unknown to this system', () => {
  const hours = { from: TEN_PM, to: SEVEN_AM }
  const isQuiet = (timeZone: string, time: string) => isWithinQuietHours({ ...hours, timeZone }, at(time))
  expect([isQuiet('Asia/Kolkata', '01:29'), isQuiet('Asia/Kolkata', '01:30')]).toEqual([true, false])
  expect([isQuiet('Asia/Kolkata', '16:29'), isQuiet('Asia/Kolkata', '16:30')]).toEqual([false, true])
  expect([isQuiet('Mars/Olympus', '06:59'), isQuiet('Mars/Olympus', '07:00')]).toEqual([true, false])
})

test('quiet hours begin and end at their minute', () => {
  const hours = { from: TEN_PM + 30, to: SEVEN_AM + 45, timeZone: 'UTC' }
  const times = ['22:29', '22:30', '07:44', '07:45']
  expect(times.map((time) => isWithinQuietHours(hours, at(time)))).toEqual([false, true, true, false])
})
