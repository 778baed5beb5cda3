import { expect, test } from 'vitest'
import { toDays } from '../recap-text.ts'
import { findLimits, listMonthStarts, toHeatDays, toHeatPlaces } from './heatmap.ts'

const year = toDays({ from: '2026-01-01', until: '2026-12-31', days: [] })

test('a year begins in the row of its first day and has a column for each week', () => {
  const heat = toHeatDays(year)
  expect(heat[0]).toMatchObject({ column: 0, row: 3 }) // a Thursday
  expect(heat.at(-1)).toMatchObject({ day: '2026-12-31', column: 52, row: 3 })
  expect(heat.every(({ shade }) => shade === 0)).toBe(true)
  expect(listMonthStarts(heat).map(({ day }) => day.slice(5, 7))).toHaveLength(12)
})

test('a year on a narrow window has a row for every four months', () => {
  const heat = toHeatDays(year)
  const places = toHeatPlaces(heat, false)
  const placeOf = (day: string) => places[heat.findIndex((each) => each.day === day)]
  expect(placeOf('2026-01-01')).toEqual({ column: 0, line: 0 })
  expect(placeOf('2026-04-30')).toEqual({ column: 17, line: 0 })
  expect(placeOf('2026-05-01')).toEqual({ column: 0, line: 1 })
  expect(placeOf('2026-12-31')).toEqual({ column: 17, line: 2 })
  expect(toHeatPlaces(heat, true).at(-1)).toEqual({ column: 52, line: 0 })
})

test('shades are the quarters of the days with plays', () => {
  const days = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((plays, place) => ({ day: `2026-01-0${place + 1}`, plays }))
  expect(findLimits(days)).toEqual([3, 5, 7])
  expect(toHeatDays(days).map(({ shade }) => shade)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4])
})

test('days with equal plays have one shade that is not the darkest', () => {
  const equal = ['2026-01-01', '2026-01-02'].map((day) => ({ day, plays: 4 }))
  expect(toHeatDays(equal).map(({ shade }) => shade)).toEqual([2, 2])
  expect(toHeatDays([])).toEqual([])
})
