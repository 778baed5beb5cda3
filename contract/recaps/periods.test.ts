import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parsePeriod, shiftDay, stepPeriod, toMonth, toWeek, toYear } from './periods.ts'
import { getRewind, getWeeklyReport } from './recap.ts'

describe('periods of recaps', () => {
  test.each([
    ['2026-11-21', '2026-W47', '2026-11-16', '2026-11-22'],
    ['2026-11-22', '2026-W47', '2026-11-16', '2026-11-22'],
    ['2026-11-23', '2026-W48', '2026-11-23', '2026-11-29'],
    ['2027-01-03', '2026-W53', '2026-12-28', '2027-01-03'],
    ['2024-12-30', '2025-W01', '2024-12-30', '2025-01-05'],
    ['2021-01-01', '2020-W53', '2020-12-28', '2021-01-03'],
  ])('the ISO week of %s is %s', (day, id, first, last) => {
    expect(toWeek(day)).toEqual({ kind: 'week', id, first, last })
    expect(parsePeriod(id)).toEqual(toWeek(day))
  })

  test('months and years end with their last day', () => {
    expect(toMonth('2028-02-10')).toEqual({ kind: 'month', id: '2028-02', first: '2028-02-01', last: '2028-02-29' })
    expect(toMonth('2026-12-31').last).toBe('2026-12-31')
    expect(toYear('2026-05-05')).toEqual({ kind: 'year', id: '2026', first: '2026-01-01', last: '2026-12-31' })
  })

  test.each([
    '2025-W53',
    '2026-W00',
    '2026-W54',
    '2026-13',
    '2026-00',
    '1999',
    '2200',
    '26',
    '2026-1',
    '',
    '2026-W1',
    'x',
  ])('%j is no period', (id) => {
    expect(parsePeriod(id)).toBeUndefined()
  })

  test('the first and the last year are periods', () => {
    expect([parsePeriod('2000')?.kind, parsePeriod('2199')?.kind]).toEqual(['year', 'year'])
  })

  test('the report takes weeks, the rewind takes months and years', () => {
    const ids = ['2026-W47', '2026-10', '2026', '2026-W54']
    expect(ids.filter((week) => v.is(getWeeklyReport.query, { user: 'ada', week }))).toEqual(['2026-W47'])
    expect(ids.filter((period) => v.is(getRewind.query, { user: 'ada', period }))).toEqual(['2026-10', '2026'])
  })

  test('a step leads to the neighbouring period, and every day of thirty years is in one of each kind', () => {
    for (let day = '2005-01-01'; day < '2035-01-01'; day = shiftDay(day, 1))
      for (const period of [toWeek(day), toMonth(day), toYear(day)]) {
        expect(period.first <= day && day <= period.last).toBe(true)
        expect(stepPeriod(stepPeriod(period, 1), -1)).toEqual(period)
        expect(stepPeriod(period, 1).first).toBe(shiftDay(period.last, 1))
        expect(parsePeriod(period.id)).toEqual(period)
      }
  })
})
