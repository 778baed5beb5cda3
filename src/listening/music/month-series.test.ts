import { expect, test } from 'vitest'
import { monthSeries } from './month-series.ts'

test('months without plays are added up to the current one', () => {
  const series = monthSeries(
    [
      { month: '2024-11', plays: 3 },
      { month: '2025-01', plays: 2 },
    ],
    '2026-02',
  )
  expect(series.slice(0, 4)).toEqual([
    { month: '2024-11', plays: 3 },
    { month: '2024-12', plays: 0 },
    { month: '2025-01', plays: 2 },
    { month: '2025-02', plays: 0 },
  ])
  expect([series.length, series.at(-1)]).toEqual([16, { month: '2026-02', plays: 0 }])
})

test('a single month with plays is the last of twelve months', () => {
  const series = monthSeries([{ month: '2026-02', plays: 5 }], '2026-02')
  expect([series.length, series.at(0)?.month]).toEqual([12, '2025-03'])
  expect(series.filter(({ plays }) => plays > 0)).toEqual([{ month: '2026-02', plays: 5 }])
})

test('no plays are no months, and a malformed month is returned as it is', () => {
  expect(monthSeries([], '2026-02')).toEqual([])
  expect(monthSeries([{ month: 'x', plays: 1 }], '2026-02')).toEqual([{ month: 'x', plays: 1 }])
})

test('a history of fifty years has its latest twenty', () => {
  const series = monthSeries(
    [
      { month: '1976-01', plays: 1 },
      { month: '2026-01', plays: 2 },
    ],
    '2026-01',
  )
  expect([series.length, series.at(0)?.month, series.at(-1)]).toEqual([240, '2006-02', { month: '2026-01', plays: 2 }])
})
