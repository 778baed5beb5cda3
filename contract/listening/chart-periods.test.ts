import { afterEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../durations.ts'
import type { Period } from '../wire.ts'
import { findPeriodDays } from './chart-periods.ts'

afterEach(() => vi.unstubAllEnvs())

/** Today; the period's first day; the first and the last day in the period before it. */
const days: Readonly<Record<Exclude<Period, 'overall'>, readonly (readonly [string, string, string, string])[]>> = {
  '7day': [
    ['2026-11-26', '2026-11-20', '2026-11-13', '2026-11-19'],
    ['2026-03-03', '2026-02-25', '2026-02-18', '2026-02-24'],
    ['2028-03-03', '2028-02-26', '2028-02-19', '2028-02-25'],
    ['2026-01-01', '2025-12-26', '2025-12-19', '2025-12-25'],
    ['2026-01-07', '2026-01-01', '2025-12-25', '2025-12-31'],
    // The summer time changes in Europe and America.
    ['2026-03-30', '2026-03-24', '2026-03-17', '2026-03-23'],
    ['2026-10-26', '2026-10-20', '2026-10-13', '2026-10-19'],
    ['2026-11-02', '2026-10-27', '2026-10-20', '2026-10-26'],
  ],
  '1month': [
    ['2026-11-26', '2026-10-27', '2026-09-27', '2026-10-26'],
    ['2026-12-31', '2026-12-01', '2026-11-01', '2026-11-30'],
    ['2026-11-30', '2026-10-31', '2026-10-01', '2026-10-30'],
    ['2026-03-01', '2026-02-02', '2026-01-02', '2026-02-01'],
    ['2026-03-28', '2026-03-01', '2026-01-29', '2026-02-28'],
    ['2026-03-29', '2026-03-01', '2026-01-30', '2026-02-28'],
    ['2026-03-31', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['2028-03-31', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['2028-02-29', '2028-01-30', '2027-12-30', '2028-01-29'],
    ['2026-01-31', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['2026-01-01', '2025-12-02', '2025-11-02', '2025-12-01'],
  ],
  '3month': [
    ['2026-11-26', '2026-08-27', '2026-05-27', '2026-08-26'],
    ['2026-05-31', '2026-03-01', '2025-12-01', '2026-02-28'],
    ['2028-05-31', '2028-03-01', '2027-12-01', '2028-02-29'],
  ],
  '6month': [
    ['2026-11-26', '2026-05-27', '2025-11-27', '2026-05-26'],
    ['2026-08-31', '2026-03-01', '2025-09-01', '2026-02-28'],
  ],
  '12month': [
    ['2026-11-26', '2025-11-27', '2024-11-27', '2025-11-26'],
    ['2028-02-29', '2027-03-01', '2026-03-01', '2027-02-28'],
    ['2029-02-28', '2028-02-29', '2027-03-01', '2028-02-28'],
    ['2026-12-31', '2026-01-01', '2025-01-01', '2025-12-31'],
  ],
}
const cases = Object.entries(days).flatMap(([period, rows]) => rows.map((row) => [period as Period, ...row] as const))

describe.each(['UTC', 'Pacific/Kiritimati', 'America/St_Johns', 'Pacific/Pago_Pago'])('in %s', (timeZone) => {
  test.each(cases)('%s up to %s begins on %s, after one from %s to %s', (period, today, from, first, last) => {
    vi.stubEnv('TZ', timeZone)
    expect(findPeriodDays(period, today)).toEqual({ from, previous: { first, last } })
  })
})

test('the periods of every day join without a gap, and have whole months or seven days', () => {
  const length = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  const lengths: Readonly<Record<string, readonly [least: number, most: number]>> = {
    '7day': [7, 7],
    '1month': [28, 31],
    '3month': [89, 92],
    '6month': [181, 184],
    '12month': [365, 366],
  }
  for (let at = Date.parse('2026-01-01'); at < Date.parse('2029-03-02'); at += DAY_MS) {
    const today = new Date(at).toISOString().slice(0, 10)
    for (const [period, [least, most]] of Object.entries(lengths)) {
      const { from, previous } = findPeriodDays(period as Period, today)
      if (from === null || previous === undefined) throw new Error('The period begins on a day.')
      for (const found of [length(from, today), length(previous.first, previous.last)]) {
        expect(found, `${period} ${today}`).toBeGreaterThanOrEqual(least)
        expect(found, `${period} ${today}`).toBeLessThanOrEqual(most)
      }
      expect(length(previous.last, from), `${period} ${today}`).toBe(2)
    }
  }
})

test('all time has no first day and nothing before it', () => {
  expect(findPeriodDays('overall', '2026-11-26')).toEqual({ from: null, previous: undefined })
})
