const HOUR = 60
export const USUAL_HOURS = { from: 22 * HOUR, to: 7 * HOUR } as const

/** Formats a minute of the day as the value of a time field: '07:05'. */
export function toTimeValue(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / HOUR), minute % HOUR]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Parses the value of a time field to a minute of the day; undefined if it is empty or invalid. */
export function parseTimeValue(value: string): number | undefined {
  const found = /^([01]\d|2[0-3]):([0-5]\d)/.exec(value)
  return found ? Number(found[1]) * HOUR + Number(found[2]) : undefined
}
