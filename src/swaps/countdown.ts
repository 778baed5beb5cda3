const MINUTE_MS = 60_000

/** Returns '10 Hr 5 Min' by the clock's minutes; undefined once it is over. */
export function formatCountdown(at: number, now: number): string | undefined {
  const minutes = toMinute(at) - toMinute(now)
  if (minutes < 0) return undefined
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${Math.max(1, minutes)} Min` : `${hours} Hr ${minutes % 60} Min`
}

const toMinute = (time: number) => Math.floor(time / MINUTE_MS)
