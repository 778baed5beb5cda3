/** Returns the device's time zone name, such as `Europe/Berlin`. Slow at its first call. */
export function readTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone
}
