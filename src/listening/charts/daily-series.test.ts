import { expect, test } from 'vitest'
import { busiestDay, daySeries, sumOfPlays, weekSums } from './daily-series.ts'

test('days that had no plays stand in the row too, up to the last one asked for', () => {
  expect(daySeries([{ day: '2026-03-01', plays: 4 }], '2026-03-02', 4)).toEqual([
    { day: '2026-02-27', plays: 0 },
    { day: '2026-02-28', plays: 0 },
    { day: '2026-03-01', plays: 4 },
    { day: '2026-03-02', plays: 0 },
  ])
})

test('a host whose last day cannot be read still has its days shown', () => {
  expect(daySeries([{ day: '2026-03-01', plays: 4 }], '', 56)).toEqual([{ day: '2026-03-01', plays: 4 }])
})

test('eight weeks are eight sums, and what is older than they is in none', () => {
  const days = Array.from({ length: 57 }, (_, at) => ({ day: String(at), plays: at === 0 ? 1000 : 1 }))
  expect(weekSums(days)).toEqual([7, 7, 7, 7, 7, 7, 7, 7])
  expect(sumOfPlays(days)).toBe(1056)
})

test('the busiest day is the latest of equals, and none where nothing was played', () => {
  const day = (name: string, plays: number) => ({ day: name, plays })
  expect(busiestDay([day('a', 3), day('b', 9), day('c', 9), day('d', 0)])).toEqual(day('c', 9))
  expect(busiestDay([day('a', 0)])).toBeUndefined()
  expect(busiestDay([])).toBeUndefined()
})
