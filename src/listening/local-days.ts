/** Returns the first and, excluded, the last moment of a day on this device's calendar. */
export function toDayRange(day: string): { from: Date; until: Date } {
  const from = new Date(`${day}T00:00`)
  const until = new Date(from)
  until.setDate(until.getDate() + 1)
  return { from, until }
}
