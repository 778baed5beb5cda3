import { expect, test } from 'vitest'
import { describeStep, isStatsRange, listSteps, toStatsRange } from './stats-range.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const toText = (at: Date | null) => at?.toISOString().slice(0, 10)

test.each([
  ['this_week', '2026-11-23', '2026-11-26'],
  ['week', '2026-11-16', '2026-11-23'],
  ['this_month', '2026-11-01', '2026-11-26'],
  ['month', '2026-10-01', '2026-11-01'],
  ['quarter', '2026-07-01', '2026-10-01'],
  ['half_yearly', '2026-01-01', '2026-07-01'],
  ['this_year', '2026-01-01', '2026-11-26'],
  ['year', '2025-01-01', '2026-01-01'],
  ['all_time', undefined, '2026-11-26'],
] as const)('the range %s begins on %s and ends before %s', (name, from, until) => {
  const range = toStatsRange(name, new Date('2026-11-25T18:30:00Z'))
  expect([toText(range.from), toText(range.until)]).toEqual([from, until])
})

test('ranges at the turn of a year and on a Sunday are those of the calendar', () => {
  expect(toText(toStatsRange('week', day('2026-01-04')).from)).toBe('2025-12-22')
  expect(toText(toStatsRange('month', day('2026-01-31')).from)).toBe('2025-12-01')
  expect(toText(toStatsRange('half_yearly', day('2026-03-31')).from)).toBe('2025-07-01')
  expect(toText(toStatsRange('quarter', day('2026-02-28')).from)).toBe('2025-10-01')
  expect([isStatsRange('week'), isStatsRange('decade')]).toEqual([true, false])
})

test('steps are named as ListenBrainz names them', () => {
  const week = toStatsRange('week', day('2021-07-20'))
  const [first] = listSteps(day('2021-07-12'), day('2021-07-19'), 'day')
  expect(first && describeStep(first, 'day', week)).toBe('Monday 12 July 2021')
  expect(describeStep(day('2021-07-12'), 'day', toStatsRange('month', day('2021-08-01')))).toBe('12 July 2021')
  expect(describeStep(day('2021-07-01'), 'month', week)).toBe('July 2021')
  expect(listSteps(day('2019-05-03'), day('2021-07-19'), 'year').map(toText)).toEqual([
    '2019-01-01',
    '2020-01-01',
    '2021-01-01',
  ])
})
