import { DAY_MS } from '#contract/durations.ts'

interface AgeGroup<T> {
  label: 'Today' | 'This week' | 'Earlier'
  rows: T[]
}

/** Splits rows into the calendar day's, those of six days before, and older ones, without empty groups. */
export function splitByAge<T extends { timestamp: string }>(rows: readonly T[], nowMs: number): AgeGroup<T>[] {
  const today = new Date(nowMs).setHours(0, 0, 0, 0)
  // Noon: no change of summer time moves it to another day.
  const week = new Date(new Date(nowMs).setHours(12) - 6 * DAY_MS).setHours(0, 0, 0, 0)
  const groups: AgeGroup<T>[] = [
    { label: 'Today', rows: [] },
    { label: 'This week', rows: [] },
    { label: 'Earlier', rows: [] },
  ]
  for (const row of rows) {
    const at = new Date(row.timestamp).getTime()
    groups[at >= today ? 0 : at >= week ? 1 : 2]?.rows.push(row)
  }
  return groups.filter((group) => group.rows.length > 0)
}
