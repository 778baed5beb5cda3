/** Returns the first and, excluded, the last moment of a day on this device's calendar. */
export function toDayRange(day: string): { from: Date; until: Date } {
  const from = new Date(`${day}T00:00`)
  const until = new Date(from)
  until.setDate(until.getDate() + 1)
  return { from, until }
}

/** Returns a day on this device's calendar as 2026-11-24. */
export const toLocalDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
