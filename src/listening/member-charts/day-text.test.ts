import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayRangeText } from './day-text.ts'

afterEach(() => vi.unstubAllEnvs())

describe.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('in %s', (timeZone) => {
  test.each([
    ['2026-11-20', '2026-11-26', '20 to 26 Nov 2026'],
    ['2026-10-27', '2026-11-26', '27 Oct to 26 Nov 2026'],
    ['2025-11-27', '2026-11-26', '27 Nov 2025 to 26 Nov 2026'],
    ['2025-11-20', '2026-11-26', '20 Nov 2025 to 26 Nov 2026'],
    ['2026-11-26', '2026-11-26', '26 Nov 2026'],
  ])('%s to %s is %s', (from, until, text) => {
    vi.stubEnv('TZ', timeZone)
    expect(dayRangeText(from, until)).toBe(text)
  })

  test('a year that is known is left out', () => {
    vi.stubEnv('TZ', timeZone)
    expect(dayRangeText('2026-11-13', '2026-11-19', '2026')).toBe('13 to 19 Nov')
    expect(dayRangeText('2024-11-27', '2025-11-26', '2026')).toBe('27 Nov 2024 to 26 Nov 2025')
    expect(dayRangeText('2025-12-26', '2026-01-01', '2026')).toBe('26 Dec 2025 to 1 Jan 2026')
  })
})
