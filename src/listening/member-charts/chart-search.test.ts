import { expect, test } from 'vitest'
import { toChartDays, toChartKind } from './chart-search.ts'

test.each([
  [{}, { period: '7day' }],
  [{ period: '12month' }, { period: '12month' }],
  [{ period: 'century' }, { period: '7day' }],
  [
    { from: '2026-01-01', until: '2026-01-31' },
    { from: '2026-01-01', until: '2026-01-31' },
  ],
  [{ from: '2026-01-31', until: '2026-01-01' }, { period: '7day' }],
  [{ from: '2026-13-01', until: '2026-13-02', period: 'overall' }, { period: 'overall' }],
  [{ from: '2026-01-01', period: '1month' }, { period: '1month' }],
])('the URL %j has the days %j', (search, days) => {
  expect(toChartDays(search)).toEqual(days)
})

test('an unknown kind in the URL is artists', () => {
  expect([{}, { kind: 'albums' }, { kind: 'x' }].map(toChartKind)).toEqual(['artists', 'albums', 'artists'])
})
