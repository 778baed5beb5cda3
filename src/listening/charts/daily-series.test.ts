import { expect, test } from 'vitest'
import { busiestDay, daySeries, sumOfPlays, weekSums } from './daily-series.ts'

test('days without plays are in the series too, and those before the period are not', () => {
  const days = daySeries(
    [
      { day: '2026-02-01', plays: 9 },
      { day: '2026-03-01', plays: 4 },
    ],
    '2026-03-02',
    '1month',
  )
  expect([days.length, days[0], days.at(-1)]).toEqual([
    28,
    { day: '2026-02-03', plays: 0 },
    { day: '2026-03-02', plays: 0 },
  ])
  expect(sumOfPlays(days)).toBe(4)
})

test('the days of a host with an invalid last day are still shown', () => {
  expect(daySeries([{ day: '2026-03-01', plays: 4 }], '', '1month')).toEqual([{ day: '2026-03-01', plays: 4 }])
})

test('eight weeks have eight sums, without older days', () => {
  const days = Array.from({ length: 57 }, (_, at) => ({ day: String(at), plays: at === 0 ? 1000 : 1 }))
  expect(weekSums(days)).toEqual([7, 7, 7, 7, 7, 7, 7, 7])
  expect(sumOfPlays(days)).toBe(1056)
})

test('the busiest day is the latest of equals, and undefined without plays', () => {
  const day = (name: string, plays: number) => ({ day: name, plays })
  expect(busiestDay([day('a', 3), day('b', 9), day('c', 9), day('d', 0)])).toEqual(day('c', 9))
  expect(busiestDay([day('a', 0)])).toBeUndefined()
  expect(busiestDay([])).toBeUndefined()
})
