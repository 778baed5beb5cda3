import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Day } from './day.ts'

test.each(['1970-01-01', '2026-11-25', '2024-02-29', ' 2026-11-25 '])('%j is a day', (text) => {
  expect(v.parse(Day, text)).toBe(text.trim())
})

test.each([
  '1969-12-31',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-11-25T00:00',
  '2026-11-25T00:00:00Z',
  '+02026-11-25',
  '2026-1-25',
  '2026-11-5',
  '20261125',
  '2026',
  '',
])('%j is no day', (text) => {
  expect(v.is(Day, text)).toBe(false)
})
