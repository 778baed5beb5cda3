/** Returns the name of the device's time zone, such as `Europe/Berlin`. Slow at its first call. */
export function readTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone
}
