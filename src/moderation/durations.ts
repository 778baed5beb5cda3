import { DAY_MS } from '#contract/durations.ts'

export const durations = [
  { value: '1', label: '1 day' },
  { value: '3', label: '3 days' },
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '', label: 'Until an admin ends it' },
] as const

/** Returns the end as ISO 8601; undefined without an end. */
export const toEnd = (days: string, nowMs: number): string | undefined =>
  days === '' ? undefined : new Date(nowMs + Number(days) * DAY_MS).toISOString()
