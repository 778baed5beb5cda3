import { describe, expect, test } from 'vitest'
import { parsePeriod, type RecapPeriod } from '#contract/recaps/periods.ts'
import { changeText, findBusiest, periodText, toDays, toMonths } from './recap-text.ts'

const period = (id: string): RecapPeriod => {
  const parsed = parsePeriod(id)
  if (parsed === undefined) throw new Error(id)
  return parsed
}

describe('the texts of a recap', () => {
  test.each([
    ['2026-W47', '16 to 22 November 2026'],
    ['2026-W49', '30 November to 6 December 2026'],
    ['2026-W53', '28 December to 3 January 2027'],
    ['2026-10', 'October 2026'],
    ['2026', '2026'],
  ])('%s is %s', (id, text) => {
    expect(periodText(period(id))).toBe(text)
  })

  test('a change is a percentage of the plays before, if there are any', () => {
    expect(changeText({ plays: 30, plays_before: 20 }, 'week')).toBe('50% more than in the week before')
    expect(changeText({ plays: 5, plays_before: 20 }, 'month')).toBe('75% fewer than in the month before')
    expect(changeText({ plays: 20, plays_before: 20 }, 'year')).toBe('As many as in the year before')
    expect(changeText({ plays: 20, plays_before: 0 }, 'year')).toBeUndefined()
  })

  test('days without plays are filled in, and months are their sums', () => {
    const recap = {
      from: '2026-01-01',
      until: '2026-12-31',
      days: [
        { day: '2026-02-28', plays: 3 },
        { day: '2026-02-01', plays: 1 },
      ],
    }
    const days = toDays(recap)
    expect([days.length, days.filter(({ plays }) => plays > 0).length]).toEqual([365, 2])
    const months = toMonths(days)
    expect(months).toHaveLength(12)
    expect(months[1]).toEqual({ day: '2026-02-01', plays: 4 })
    expect(findBusiest(months)).toEqual(months[1])
    expect(findBusiest(months.filter(({ plays }) => plays === 0))).toBeUndefined()
  })
})
