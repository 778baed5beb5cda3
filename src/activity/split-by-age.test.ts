import { expect, test } from 'vitest'
import { splitByAge } from './split-by-age.ts'

const NOW = new Date(2026, 10, 25, 9, 30).getTime()
const at = (...parts: [number, number, number, number]) => ({ timestamp: new Date(...parts).toISOString() })

test('entries are split into today, the six days before it, and earlier ones', () => {
  const rows = [at(2026, 10, 25, 0), at(2026, 10, 24, 23), at(2026, 10, 19, 0), at(2026, 10, 18, 23)]
  expect(splitByAge(rows, NOW)).toEqual([
    { label: 'Today', rows: [rows[0]] },
    { label: 'This week', rows: [rows[1], rows[2]] },
    { label: 'Earlier', rows: [rows[3]] },
  ])
})

test('an age without entries is left out, and an invalid time is earlier', () => {
  const invalid = { timestamp: '' }
  expect(splitByAge([invalid], NOW)).toEqual([{ label: 'Earlier', rows: [invalid] }])
  expect(splitByAge([], NOW)).toEqual([])
})
